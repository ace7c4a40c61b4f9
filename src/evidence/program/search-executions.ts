// Re-search of a program's executions, at least one of all those that differ only in the order of steps that do not conflict
// (obligations X9 to X12 of docs/theory/evidence-searches.md): dynamic partial-order reduction (Flanagan and Godefroid,
// POPL 2005) without sleep sets, and with all races instead of the last ones, which makes its proof short. Depth first; no
// state is remembered, so it ends only where all executions do. What is seen contradicts a claim.

import { isDeadlock } from '../../model/program/deadlock.js';
import { type Move, movesOf } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import type { Work } from '../certifier.js';
import { conflict, nextFootprint, type Use } from './next-footprint.js';
import { raceBetween } from './races-in-state.js';
import type { Excluded, Searched } from './search-states.js';

/** By thread: the position, in the execution, of its last step that happened before. */
type Clock = readonly number[];

interface Node {
  readonly state: State;
  readonly moves: readonly (readonly Move[])[];
  readonly footprints: readonly (readonly Use[])[];
  /** What happened before the threads' last steps, those included. */
  readonly clocks: readonly Clock[];
  /** Threads whose moves are followed from here, and those moves that are left. */
  readonly followed: Set<number>;
  readonly open: Move[];
  taken?: { readonly move: Move; readonly clock: Clock };
}

const never = -1;

export function searchExecutions(program: Program, work: Work): Searched {
  return new ExecutionSearch(program, work).run();
}

class ExecutionSearch {
  readonly #path: Node[] = [];
  /** Positions of the steps that may use an object. */
  readonly #users = new Map<string, number[]>();
  readonly #seen = new Map<Excluded, string>();
  #steps = 0;

  constructor(
    readonly program: Program,
    /** Steps, and earlier steps that are looked at. */
    readonly work: Work,
  ) {}

  run(): Searched {
    this.#visit(initialState(this.program), []);
    for (let node = this.#path.at(-1); node; node = this.#path.at(-1)) {
      if (node.taken) this.#takeBack(node, node.taken.move);
      const move = node.open.pop();
      if (move) this.#follow(node, move);
      else this.#path.pop();
      if (--this.work.left < 0) return this.#searched(`the re-search of executions has more than ${this.#steps} steps`);
    }
    return this.#searched();
  }

  #searched(cut?: string): Searched {
    return { seen: this.#seen, states: this.#steps, ...(cut === undefined ? {} : { cut }) };
  }

  #follow(node: Node, move: Move): void {
    this.#steps++;
    const { thread } = move;
    const position = this.#path.length - 1;
    const { state, failure } = applyMove(this.program, node.state, move);
    if (failure) this.#seen.set(failure.kind, failure.reason);
    const before = [...this.#conflicting(node.footprints[thread]!)].map(({ at }) => this.#path[at]!.taken!.clock);
    const clock = before.reduce(joined, node.clocks[thread] ?? []);
    const own = joined(
      clock,
      Array.from({ length: thread + 1 }, (_, id) => (id === thread ? position : never)),
    );
    node.taken = { move, clock: own };
    for (const { object } of node.footprints[thread]!) this.#usersOf(object).push(position);
    this.#visit(
      state,
      state.threads.map((_, id) => (id === thread || id >= node.state.threads.length ? own : (node.clocks[id] ?? []))),
    );
  }

  #takeBack(node: Node, { thread }: Move): void {
    delete node.taken;
    for (const { object } of node.footprints[thread]!) this.#usersOf(object).pop();
  }

  #usersOf(object: string): number[] {
    const users = this.#users.get(object) ?? [];
    this.#users.set(object, users);
    return users;
  }

  /** Steps of the execution that conflict with a footprint, with the uses that do. */
  *#conflicting(footprint: readonly Use[]): Generator<{ at: number; theirs: Use; ours: Use }> {
    for (const ours of footprint)
      for (const at of this.#usersOf(ours.object)) {
        this.work.left--;
        for (const theirs of this.#path[at]!.footprints[this.#threadAt(at)]!)
          if (conflict(theirs, ours)) yield { at, theirs, ours };
      }
  }

  #threadAt(position: number): number {
    return this.#path[position]!.taken!.move.thread;
  }

  /** A state at the end of the path: what it shows, and which earlier steps others could have come before (X11). */
  #visit(state: State, clocks: readonly Clock[]): void {
    const moves: Move[][] = state.threads.map(() => []);
    for (const move of movesOf(this.program, state)) moves[move.thread]!.push(move);
    const footprints = state.threads.map((_, id) => nextFootprint(this.program, state, id));
    const node: Node = { state, moves, footprints, clocks, followed: new Set(), open: [] };
    const first = moves.findIndex((own) => own.length > 0);
    if (first >= 0) follow(node, first);
    else if (isDeadlock(this.program, state)) this.#seen.set('deadlock', 'some threads wait for ever');
    for (const id of state.threads.keys())
      for (const { at, theirs, ours } of this.#conflicting(footprints[id]!))
        if (!happensBefore(at, this.#threadAt(at), clocks[id]!)) this.#meetRace(node, id, at, theirs, ours);
    this.#path.push(node);
  }

  #meetRace(node: Node, id: number, at: number, theirs: Use, ours: Use): void {
    const earlier = this.#path[at]!;
    const { move } = earlier.taken!;
    const race = node.moves[id]!.map((own) => raceBetween(this.program, earlier.state, move, node.state, own));
    const cell = race.find((name) => name !== undefined);
    if (cell !== undefined) this.#seen.set('race', `two threads are about to access ${cell}`);
    if (!areNeverTogether(earlier.state.threads[move.thread]!.held, theirs, ours))
      this.#backtrack(earlier, at, id, node.clocks[id]!);
  }

  /** Before `at`, a thread with a step that the next step of `id` needs has to be followed, too. */
  #backtrack(earlier: Node, at: number, id: number, clock: Clock): void {
    const canMove = [...earlier.moves.keys()].filter((thread) => earlier.moves[thread]!.length > 0);
    const helpful = canMove.filter((thread) => thread === id || (clock[thread] ?? never) > at);
    if (helpful.some((thread) => earlier.followed.has(thread))) return;
    for (const thread of helpful.length > 0 ? [helpful.includes(id) ? id : helpful[0]!] : canMove)
      follow(earlier, thread);
  }
}

function follow(node: Node, thread: number): void {
  if (node.followed.has(thread)) return;
  node.followed.add(thread);
  node.open.push(...node.moves[thread]!);
}

function happensBefore(position: number, thread: number, clock: Clock): boolean {
  return (clock[thread] ?? never) >= position;
}

/** One step takes a lock that the thread of the other holds, or waits for the end of that thread (X12). */
function areNeverTogether(held: readonly number[], theirs: Use, ours: Use): boolean {
  if (ours.mode === 'take') return held.some((lock) => ours.object === `lock ${lock}`);
  return theirs.mode === 'end' && ours.mode === 'join';
}

function joined(one: Clock, other: Clock): Clock {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  return longer.map((position, thread) => Math.max(position, shorter[thread] ?? never));
}
