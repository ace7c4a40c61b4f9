// A trace prepared for questions: who read and wrote which location when, relative to the setup.

import { areForeign, type Unit } from '../../../model/script/machine/frame.js';
import type { Run } from '../../../model/script/machine/run.js';
import type { Spot, TraceEvent } from '../../../model/script/machine/trace.js';
import { type Raw, termOf } from '../../../model/script/machine/value.js';
import type { Script } from '../../../model/script/script.js';

export type ReadEvent = Extract<TraceEvent, { kind: 'read' }> & { readonly index: number };
export type WriteEvent = Extract<TraceEvent, { kind: 'write' }> & { readonly index: number };
export type EffectEvent = Extract<TraceEvent, { kind: 'effect' }> & { readonly index: number };

/** Nothing but names, numbers and their sums. */
const sum = /^[\w\s.#$?!()[\]]*\+[\w\s.#$?!()[\]+]*$/;

export class History {
  readonly writes: WriteEvent[] = [];
  readonly effects: EffectEvent[] = [];
  readonly #readOfBit: ReadEvent[] = [];
  readonly #writesOf = new Map<string, WriteEvent[]>();
  readonly #readsOf = new Map<string, ReadEvent[]>();

  readonly events: readonly TraceEvent[];
  /** Terms of what the calls were given. */
  readonly parameters: ReadonlySet<string>;
  readonly #machine: Run['machine'];

  constructor({ events, start, machine }: Run) {
    this.events = events;
    this.parameters = machine.parameters;
    this.#machine = machine;
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

  get script(): Script {
    return this.#machine.script;
  }

  /** The same, or found out to be. */
  areEqual(one: Raw, other: Raw): boolean {
    const [first, second] = [termOf(one), termOf(other)].sort();
    if (first === second || this.#machine.facts.get(`${first} === ${second}`) === true) return true;
    return this.named(first!) === this.named(second!);
  }

  /** A text in which names that were found to stand for the same are the same. */
  named(text: string): string {
    let named = text;
    for (const [fact, is] of this.#machine.facts) {
      const [name, same] = fact.split(' is ');
      if (is && same !== undefined) named = named.replaceAll(name!, same);
    }
    return named;
  }

  /** What was asked is answered by what counts as true. */
  isYes({ answer }: EffectEvent): boolean {
    return answer !== undefined && this.#machine.facts.get(`true ${answer}`) === true;
  }

  /** `seats.size + arriving.size`: two places are parts of one sum. */
  areAdded(one: Spot, other: Spot): boolean {
    if (one.module !== other.module) return false;
    const [start, end] = [Math.min(one.span.start, other.span.start), Math.max(one.span.end, other.span.end)];
    return sum.test(this.script.modules[one.module]?.source.text.slice(start, end) ?? '');
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
