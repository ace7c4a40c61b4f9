// What the search remembers of the states it has visited (`table` and `rtable` in paper 001, Figs. 6 and 7): for each
// canonical state an antichain of the locksets it was visited with, each with the conflicts that continuations showed.
// Correction to the paper: locksets of two visits are never intersected, since no execution might have the result.
// A closed visit is compared on its footprint only: the locksets of cells that no continuation asks for make no difference
// to what was explored from there. If continuations led back to the stack, what they ask for is not all known, and neither
// are their conflicts, so all are taken for granted; then only races can still be missed, and the visit is compared by the
// locksets of data. So are visits of states on the stack, which are open.

import type { CanonicalState } from '../machine/canonical-state.js';
import { CompactStateTable } from '../machine/compact-state-table.js';
import { StateTable } from '../machine/state-table.js';
import { CanonicalLocksets } from './canonical-locksets.js';
import { ClosedVisits } from './closed-visits.js';
import type { IndexSet } from './index-set.js';
import type { LocksetNames } from './lockset-names.js';
import type { LocksetSearchOptions } from './lockset-search.js';
import { OpenVisits } from './open-visits.js';
import { type RaceSet, Races } from './race-set.js';
import { anyThread, type SearchNode } from './search-node.js';
import { cellOfPart, isReaders, readersOf, type Slots, writerOf } from './slots.js';

export class VisitedStates {
  readonly #states: Pick<StateTable, 'intern' | 'size' | 'bytes' | 'truncateTo'>;
  readonly #current: CanonicalLocksets;
  readonly #open = new OpenVisits();
  readonly #closed: ClosedVisits;
  /** By closed visit, in canonical names. */
  readonly #races: (readonly number[] | 'all' | undefined)[] = [];
  readonly #named = new Races();

  constructor(
    readonly state: CanonicalState,
    readonly slots: Slots,
    readonly raceIds: Races,
    { hashCompaction, races, rules }: Pick<LocksetSearchOptions, 'hashCompaction' | 'races' | 'rules'>,
  ) {
    this.#states = hashCompaction ? new CompactStateTable() : new StateTable();
    this.#current = new CanonicalLocksets(state, slots, races && rules.openLocksets);
    this.#closed = new ClosedVisits(this.#current, rules);
  }

  get stateCount(): number {
    return this.#states.size;
  }

  get bytes(): number {
    return this.#states.bytes + this.#closed.bytes + this.#open.bytes + this.#current.bytes + this.state.bytes;
  }

  /** The number of the state that the machine is in; the other methods then speak about it. */
  enter(): number {
    this.state.encode();
    this.#current.begin();
    const state = this.#states.intern(this.state.words, this.state.length);
    if (this.isOpen(state) || this.#closed.hasAny(state)) this.#current.encode();
    return state;
  }

  get names(): LocksetNames {
    return this.#current.names;
  }

  /** Whether a state is on the stack. */
  isOpen(state: number): boolean {
    return this.#open.newest(state) >= 0;
  }

  /** A closed visit from which everything has been seen that can happen now, or -1. */
  closedCover(state: number): number {
    return this.#closed.covering(state);
  }

  /** Whether there is an open visit with no larger locksets. */
  hasOpenCover(state: number): boolean {
    let visit = this.#open.newest(state);
    while (visit >= 0 && !this.#open.isBelow(visit, this.#current)) visit = this.#open.older(visit);
    return visit >= 0;
  }

  /** Adds a visit with the current locksets. */
  push(state: number): void {
    this.#open.push(state, this.#current);
  }

  /** Forgets the newest open visit. */
  pop(): void {
    this.#open.pop();
  }

  /** Remembers what has been explored from the newest open visit, and forgets that it is open. */
  close(node: SearchNode): void {
    this.#closed.store(node.state, node.races.all ? undefined : node.footprint, node.names!);
    this.#races.push(this.#namedRaces(node));
    this.#open.pop();
  }

  addFootprint(closed: number, footprint: IndexSet): void {
    this.#closed.addFootprint(closed, this.names, footprint);
  }

  /** Adds the conflicts seen in continuations of a closed visit of the current state. */
  addFutureRaces(closed: number, races: RaceSet): void {
    const known = this.#races[closed];
    if (known === 'all') return races.addEvery();
    for (const id of known ?? []) {
      const part = this.#named.part(id);
      const cell = this.names.cellNamed(part >> 1);
      const rival = this.#named.rival(id);
      const thread = rival === anyThread ? anyThread : this.names.naming.order[rival]!;
      races.members.add(this.raceIds.id(isReaders(part) ? readersOf(cell) : writerOf(cell), thread));
    }
  }

  /** In canonical names. What nobody can reach from the node's state was made later, and none of its concern. */
  #namedRaces({ races, names }: SearchNode): readonly number[] | 'all' | undefined {
    if (races.all) return 'all';
    if (races.isEmpty) return undefined;
    const named: number[] = [];
    races.members.forEach((id) => {
      const part = this.raceIds.part(id);
      const name = names!.cellName(cellOfPart(part));
      const rival = this.raceIds.rival(id);
      const number = rival === anyThread ? anyThread : names!.naming.numberOf(rival);
      if (name !== 0) named.push(this.#named.id(2 * name + (isReaders(part) ? 1 : 0), number));
    });
    return named;
  }

  /** For a search that begins anew; the numbers of states stay. */
  clear(): void {
    this.#closed.clear();
  }

  /** Forgets the states from this number on: for the search that only knows its own path. */
  forgetFrom(states: number): void {
    this.#states.truncateTo(states);
  }
}
