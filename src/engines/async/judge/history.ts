// A trace prepared for questions: who read and wrote which location when, relative to the setup.

import { areForeign, type Unit } from '../../../model/script/machine/frame.js';
import type { TraceEvent } from '../../../model/script/machine/trace.js';

export type ReadEvent = Extract<TraceEvent, { kind: 'read' }> & { readonly index: number };
export type WriteEvent = Extract<TraceEvent, { kind: 'write' }> & { readonly index: number };
export type EffectEvent = Extract<TraceEvent, { kind: 'effect' }> & { readonly index: number };

export class History {
  readonly writes: WriteEvent[] = [];
  readonly effects: EffectEvent[] = [];
  readonly #readOfBit: ReadEvent[] = [];
  readonly #writesOf = new Map<string, WriteEvent[]>();
  readonly #readsOf = new Map<string, ReadEvent[]>();

  constructor(
    readonly events: readonly TraceEvent[],
    start: number,
    /** Terms of what the calls were given. */
    readonly parameters: ReadonlySet<string> = new Set(),
    /** The outside refuses what carries an older version than it has. */
    readonly comparesVersions = false,
  ) {
    for (const [index, event] of events.entries()) {
      if (event.kind === 'read') this.#readOfBit[event.bit] = event as ReadEvent;
      if (index < start || event.unit.id === 0) continue;
      if (event.kind === 'read') push(this.#readsOf, event.cell.key, event as ReadEvent);
      else if (event.kind === 'effect' && !event.quiet) this.effects.push(event as EffectEvent);
      else if (event.kind === 'write') {
        this.writes.push(event as WriteEvent);
        push(this.#writesOf, event.cell.key, event as WriteEvent);
      }
    }
  }

  writesOf(cell: string): readonly WriteEvent[] {
    return this.#writesOf.get(cell) ?? [];
  }

  readsOf(cell: string): readonly ReadEvent[] {
    return this.#readsOf.get(cell) ?? [];
  }

  /** The reads in a set of dependences that touch a location. */
  readsIn(deps: bigint, cell: string): ReadEvent[] {
    return this.readsOf(cell).filter(({ bit }) => (deps >> BigInt(bit)) & 1n);
  }

  readOfBit(bit: number): ReadEvent | undefined {
    return this.#readOfBit[bit];
  }

  /** All reads in a set of dependences, in order. */
  allReadsIn(deps: bigint): ReadEvent[] {
    const found: ReadEvent[] = [];
    for (let bit = 0, rest = deps; rest > 0n; bit++, rest >>= 1n) {
      const event = rest & 1n ? this.#readOfBit[bit] : undefined;
      if (event) found.push(event);
    }
    return found;
  }

  /** Writes of a location between two moments by units that are foreign to both. */
  foreignWrites(cell: string, from: number, to: number, one: Unit, other: Unit): WriteEvent[] {
    return this.writesOf(cell).filter(
      ({ index, unit }) => index > from && index < to && areForeign(unit, one) && areForeign(unit, other),
    );
  }

  ownWrites(cell: string, from: number, to: number, unit: Unit): WriteEvent[] {
    return this.writesOf(cell).filter(
      (write) => write.index > from && write.index < to && !areForeign(write.unit, unit),
    );
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
