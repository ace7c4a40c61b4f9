// Happens-before by its definition (paper 001, Definition 1): direct edges between all pairs of events, closed
// transitively. Quadratic and simple: what every detector is compared with.

import { type BitSet, emptySet, has, singleton } from '../../../base/integers/bit-set.js';
import type { NamedEvent } from './std-printer.js';

export interface OracleRace {
  readonly variable: string;
  /** Number of the first racing access, from 1. */
  readonly later: number;
  /** All earlier accesses that it races with. */
  readonly earlier: readonly number[];
}

export class HappensBeforeOracle {
  /** Per event (from 0), the events that happen before it. */
  readonly #before: BitSet[] = [];
  /** Per event, the lock that its thread takes back from wait just before it. */
  readonly #reacquired: (string | undefined)[] = [];

  constructor(readonly events: readonly NamedEvent[]) {
    events.forEach((event, j) => {
      this.#reacquired.push(this.#waitedLock(event.thread, j));
      let before = emptySet;
      for (let i = 0; i < j; i++) if (this.#edge(i, j)) before |= this.#before[i]! | singleton(i);
      this.#before.push(before);
    });
  }

  /** Does event `i` happen before event `j`? Both count from 1. */
  ordered(i: number, j: number): boolean {
    return has(this.#before[j - 1]!, i - 1);
  }

  /** The first race of every variable, by its definition; `any`: reads conflict as well. */
  firstRaces(conflicts: 'read-write' | 'any'): OracleRace[] {
    const races: OracleRace[] = [];
    this.events.forEach(({ target, op }, at) => {
      if (target === undefined || (op !== 'r' && op !== 'w')) return;
      if (races.some((race) => race.variable === target)) return;
      const earlier = this.#racingWith(at + 1, conflicts);
      if (earlier.length > 0) races.push({ variable: target, later: at + 1, earlier });
    });
    return races;
  }

  #racingWith(j: number, conflicts: 'read-write' | 'any'): number[] {
    const later = this.events[j - 1]!;
    const earlier: number[] = [];
    for (let i = j - 1; i >= 1; i--) {
      const event = this.events[i - 1]!;
      if (event.target !== later.target) continue;
      if (event.op === 'new') break;
      if (event.op !== 'r' && event.op !== 'w') continue;
      const conflicting = conflicts === 'any' || event.op === 'w' || later.op === 'w';
      if (conflicting && !this.ordered(i, j)) earlier.push(i);
    }
    return earlier;
  }

  #edge(i: number, j: number): boolean {
    const a = this.events[i]!;
    const b = this.events[j]!;
    if (a.thread === b.thread) return true;
    if (a.op === 'rel' || a.op === 'wait')
      if ((b.op === 'acq' && b.target === a.target) || this.#reacquired[j] === a.target) return true;
    if (a.op === 'vw' && b.op === 'vr' && a.target === b.target) return true;
    if (a.op === 'fork' && a.target === b.thread) return true;
    // A thread without events of its own still starts after its fork and ends before its join.
    if (a.op === 'fork' && b.op === 'join' && a.target === b.target) return true;
    return b.op === 'join' && b.target === a.thread;
  }

  #waitedLock(thread: string, j: number): string | undefined {
    for (let i = j - 1; i >= 0; i--) {
      const event = this.events[i]!;
      if (event.thread === thread) return event.op === 'wait' ? event.target : undefined;
    }
    return undefined;
  }
}
