// Do two units of two threads conflict in both directions on one atomic set (obligation X8)? That is what the 32 access
// patterns say, by the theorem in docs/theory/atomicity.md; here it is watched as it stands. Of the unit that a thread is in:
// what it has read and written; which other open units have an access after a conflicting one of it (`before`); and what
// the units read and wrote that came after it like that and have ended (`ended`). An access that conflicts with one of those
// closes a cycle. An access outside of units is a unit of its own. Values are never changed in place.

import { eventOf } from '../../model/program/event.js';
import type { Move } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import type { State } from '../../model/program/state.js';
import type { Failure } from '../../model/program/step.js';

interface OpenUnit {
  readonly read: number;
  readonly written: number;
  /** Bit u: the open unit of thread u comes after this one. */
  readonly before: number;
  readonly endedRead: number;
  readonly endedWritten: number;
}

const nothing: OpenUnit = { read: 0, written: 0, before: 0, endedRead: 0, endedWritten: 0 };

/** Per atomic set and thread. */
export type Units = readonly (readonly OpenUnit[])[];

export interface Watched {
  readonly units: Units;
  /** A cycle was closed. */
  readonly cycle: boolean;
}

/** Threads, and variables of one set, are bits of a number. */
const mostBits = 30;

export class UnitWatch {
  /** Per atomic set: the bit of each variable's name. */
  readonly #bits: readonly ReadonlyMap<string, number>[];

  constructor(readonly program: Program) {
    this.#bits = program.atomicSets.map(
      ({ variables }) => new Map(variables.map((variable, i) => [program.variables[variable]!.name, 1 << i])),
    );
  }

  /** Whether everything that is watched fits into numbers. */
  fits(state: State): boolean {
    return state.threads.length <= mostBits && this.#bits.every((bits) => bits.size <= mostBits);
  }

  initial(): Units {
    return this.#bits.map(() => []);
  }

  next(units: Units, state: State, move: Move, failure: Failure | undefined): Watched {
    const { unitDepth } = state.threads[move.thread]!;
    const ends = unitDepth === 1 && move.edge.action.kind === 'end-unit';
    if (ends) return { units: units.map((open) => withoutUnit(open, move.thread)), cycle: false };
    const event = eventOf(this.program, state, move, failure);
    if (event.kind !== 'access') return { units, cycle: false };
    const accesses = this.#bits.map((bits) => bits.get(event.cell.name) ?? 0);
    const write = event.mode !== 'read';
    const cycle = units.some((open, set) => closesCycle(open, move.thread, accesses[set]!, write));
    const after = units.map((open, set) => withAccess(open, move.thread, accesses[set]!, write));
    return { units: unitDepth > 0 ? after : after.map((open) => withoutUnit(open, move.thread)), cycle };
  }

  /** Tells watched units apart. */
  keyOf(units: Units): string {
    return units.map((open) => open.map((unit) => Object.values(unit ?? nothing).join()).join(' ')).join(';');
  }
}

function conflicts(access: number, write: boolean, { read, written }: Pick<OpenUnit, 'read' | 'written'>): boolean {
  return (access & (write ? read | written : written)) !== 0;
}

function closesCycle(open: readonly OpenUnit[], thread: number, access: number, write: boolean): boolean {
  const own = open[thread] ?? nothing;
  if (conflicts(access, write, { read: own.endedRead, written: own.endedWritten })) return true;
  return open.some((unit, other) => (own.before & (1 << other)) !== 0 && conflicts(access, write, unit ?? nothing));
}

function withAccess(open: readonly OpenUnit[], thread: number, access: number, write: boolean): OpenUnit[] {
  if (access === 0) return [...open];
  const after = Array.from({ length: Math.max(open.length, thread + 1) }, (_, i) => open[i] ?? nothing);
  after.forEach((unit, other) => {
    if (other !== thread && conflicts(access, write, unit))
      after[other] = { ...unit, before: unit.before | (1 << thread) };
  });
  const own = after[thread]!;
  after[thread] = write ? { ...own, written: own.written | access } : { ...own, read: own.read | access };
  return after;
}

function withoutUnit(open: readonly OpenUnit[], thread: number): OpenUnit[] {
  const { read, written } = open[thread] ?? nothing;
  return open.map((unit, other) => {
    if (other === thread) return nothing;
    if ((unit.before & (1 << thread)) === 0) return unit;
    const before = unit.before & ~(1 << thread);
    return { ...unit, before, endedRead: unit.endedRead | read, endedWritten: unit.endedWritten | written };
  });
}
