// What the search remembers of the states it has visited (`table` and `rtable` in paper 001, Figs. 6 and 7): for each
// canonical state an antichain of the locksets it was visited with, and the slots on which continuations were seen to
// conflict. Correction to the paper: locksets of two visits are never intersected, since no execution might have the result.

import { IntList } from '../../../base/int-list.js';
import { grownTo } from '../../../base/typed-array.js';
import type { CanonicalState } from '../machine/canonical-state.js';
import { StateTable } from '../machine/state-table.js';
import { CanonicalLocksets } from './canonical-locksets.js';
import { everything } from './locksets.js';
import { RaceSet } from './race-set.js';
import type { Slots } from './slots.js';

const none = -1;

export class VisitedStates {
  readonly #states = new StateTable();
  readonly #current: CanonicalLocksets;
  /** Of each state its newest visit, of each visit the next older one and where its entries begin. */
  readonly #newest = new IntList();
  readonly #older = new IntList();
  readonly #begins = new IntList();
  #visitCount = 0;
  #entries = new Int32Array(1024);
  #entryCount = 0;
  readonly #races = new Map<number, RaceSet>();
  /** Lockset by slot, of the visit that is being compared. */
  #bySlot = new Int32Array(256);

  constructor(
    readonly names: CanonicalState,
    readonly slots: Slots,
  ) {
    this.#current = new CanonicalLocksets(names, slots);
  }

  get stateCount(): number {
    return this.#states.size;
  }

  get bytes(): number {
    return this.#states.bytes + this.#entries.byteLength + this.#begins.bytes * 3 + this.#current.locksets.bytes;
  }

  /** The number of the state that the machine is in; the other methods then speak about it. */
  enter(): number {
    this.names.encode();
    this.#current.encode();
    const state = this.#states.intern(this.names.words, this.names.length);
    this.#newest.extendTo(state + 1, none);
    return state;
  }

  /** Whether some earlier visit had no larger locksets: then everything that can happen now has been seen from there. */
  isCovered(state: number): boolean {
    for (let visit = this.#newest.get(state); visit !== none; visit = this.#older.get(visit))
      if (this.#isContained(visit)) return true;
    return false;
  }

  /** Adds a visit with the current locksets; those with larger ones can then be dropped. */
  store(state: number): void {
    const { entries, length } = this.#current;
    this.#entries = grownTo(this.#entries, this.#entryCount + length);
    this.#entries[this.#entryCount] = length;
    this.#entries.set(entries.subarray(0, length), this.#entryCount + 1);
    const visit = this.#visitCount++;
    this.#begins.extendTo(visit + 1, 0);
    this.#older.extendTo(visit + 1, none);
    this.#begins.set(visit, this.#entryCount);
    this.#older.set(visit, this.#newest.get(state));
    this.#newest.set(state, visit);
    this.#entryCount += length + 1;
  }

  /** Pointwise: the visit's lockset of every slot is a subset of the current one. */
  #isContained(visit: number): boolean {
    const begin = this.#begins.get(visit);
    const end = begin + 1 + this.#entries[begin]!;
    const { entries, length } = this.#current;
    return this.#isPointwiseSubset(this.#entries, begin + 1, end, entries, 0, length);
  }

  /** Keeps the visits of a state an antichain; before `store`. */
  dropLarger(state: number): void {
    const { entries, length } = this.#current;
    let newer = none;
    for (let visit = this.#newest.get(state); visit !== none; visit = this.#older.get(visit)) {
      const begin = this.#begins.get(visit) + 1;
      const end = begin + this.#entries[begin - 1]!;
      if (!this.#isPointwiseSubset(entries, 0, length, this.#entries, begin, end)) newer = visit;
      else if (newer === none) this.#newest.set(state, this.#older.get(visit));
      else this.#older.set(newer, this.#older.get(visit));
    }
  }

  /** Of two ranges of entries; a slot that is missing has the set of everything. */
  #isPointwiseSubset(
    a: Int32Array,
    aBegin: number,
    aEnd: number,
    b: Int32Array,
    bBegin: number,
    bEnd: number,
  ): boolean {
    for (let i = aBegin; i < aEnd; i += 2) {
      this.#bySlot = grownTo(this.#bySlot, a[i]!);
      this.#bySlot[a[i]!] = a[i + 1]!;
    }
    let subset = true;
    for (let i = bBegin; subset && i < bEnd; i += 2)
      subset = this.#current.locksets.isSubset(this.#bySlot[b[i]!] ?? everything, b[i + 1]!);
    for (let i = aBegin; i < aEnd; i += 2) this.#bySlot[a[i]!] = everything;
    return subset;
  }

  /** Adds the conflicts seen in continuations of the current state to `races`. */
  futureRaces(state: number, races: RaceSet): void {
    const known = this.#races.get(state);
    if (!known) return;
    if (known.all) races.addAll();
    else
      for (const race of known.races) races.add(this.#current.slotNamed(race.slot), this.names.order[race.rival] ?? -1);
  }

  /** Remembers conflicts of continuations of the state that the machine is in. */
  addRaces(state: number, races: RaceSet): void {
    if (races.isEmpty) return;
    const known = this.#races.get(state) ?? new RaceSet();
    this.#races.set(state, known);
    if (races.all) return known.addAll();
    this.names.encode();
    for (const { slot, rival } of races.races) {
      const name = this.#current.nameOf(slot);
      if (name !== 0) known.add(name, this.names.numberOf[rival] ?? -1);
    }
  }

  /** What `forgetFrom` goes back to. */
  get mark(): VisitMark {
    return { states: this.#states.size, visits: this.#visitCount, entries: this.#entryCount };
  }

  /**
   * Forgets the newest visit of a state and everything since the mark was taken, just before that visit: for the search
   * that only knows its own path.
   */
  forgetFrom({ states, visits, entries }: VisitMark, state: number): void {
    this.#newest.set(state, this.#older.get(visits));
    this.#visitCount = visits;
    this.#entryCount = entries;
    this.#states.truncateTo(states);
  }
}

export interface VisitMark {
  readonly states: number;
  readonly visits: number;
  readonly entries: number;
}
