// Re-search of a program's states by its concrete semantics (obligations X1 to X8 of docs/theory/evidence-searches.md): from the
// initial state (X1), every state that `movesOf` and `applyMove` lead to is visited once, by its full key (X2), and
// asked what the claims exclude: a step that fails (X3), a deadlock (X4), two threads about to access one cell (X5), units
// that conflict both ways (X8). Threads with local moves only may go alone (X6, X7). What is seen contradicts a claim.

import { isDeadlock } from '../../model/program/deadlock.js';
import { type Move, movesOf } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import type { Work } from '../certifier.js';
import { hasPlainThreads, threadThatGoesAlone } from './local-moves.js';
import { raceIn } from './races-in-state.js';
import { StateKeys } from './state-keys.js';
import { type Units, UnitWatch } from './unit-cycles.js';

export type Excluded = 'assertion' | 'error' | 'deadlock' | 'race' | 'atomicity';

export interface SearchOptions {
  /** X6 and X7: from a state with a thread that has local moves only, its moves suffice. */
  readonly localThreadsGoAlone: boolean;
  /** X8: units are watched as well, which makes more states. */
  readonly watchUnits: boolean;
}

export interface Searched {
  /** What was seen of each kind, in words. */
  readonly seen: ReadonlyMap<Excluded, string>;
  readonly states: number;
  /** Why not everything was visited, if so. */
  readonly cut?: string;
}

interface Node {
  readonly state: State;
  readonly units: Units;
}

export function searchStates(program: Program, options: SearchOptions, work: Work): Searched {
  return new StateSearch(program, options).run(work);
}

class StateSearch {
  readonly #keys = new StateKeys();
  readonly #watch: UnitWatch | undefined;
  readonly #goAlone: boolean;
  readonly #visited = new Set<string>();
  readonly #open: Node[] = [];
  readonly #seen = new Map<Excluded, string>();
  #cut: string | undefined;

  constructor(
    readonly program: Program,
    readonly options: SearchOptions,
  ) {
    this.#watch = options.watchUnits ? new UnitWatch(program) : undefined;
    this.#goAlone = options.localThreadsGoAlone && hasPlainThreads(program);
  }

  run(work: Work): Searched {
    this.#meet({ state: initialState(this.program), units: this.#watch?.initial() ?? [] });
    for (let node = this.#open.pop(); node && this.#cut === undefined; node = this.#open.pop()) {
      this.#expand(node);
      if (--work.left < 0) this.#cut = `the re-search has more than ${this.#visited.size} states`;
    }
    const result = { seen: this.#seen, states: this.#visited.size };
    return this.#cut === undefined ? result : { ...result, cut: this.#cut };
  }

  #meet(node: Node): void {
    const key = this.#keys.keyOf(node.state) + (this.#watch?.keyOf(node.units) ?? '');
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.#open.push(node);
    if (this.#watch && !this.#watch.fits(node.state)) this.#cut = 'there are too many threads or variables to watch';
  }

  #expand({ state, units }: Node): void {
    const moves = this.#movesByThread(state);
    this.#look(state, moves);
    for (const move of this.#sufficient(state, moves)) {
      const { state: after, failure } = applyMove(this.program, state, move);
      if (failure) this.#seen.set(failure.kind, failure.reason);
      const watched = this.#watch?.next(units, state, move, failure);
      if (watched?.cycle) this.#seen.set('atomicity', 'two units conflict in both directions');
      this.#meet({ state: after, units: watched?.units ?? units });
    }
  }

  #movesByThread(state: State): readonly Move[][] {
    const byThread: Move[][] = state.threads.map(() => []);
    for (const move of movesOf(this.program, state)) byThread[move.thread]!.push(move);
    return byThread;
  }

  #look(state: State, moves: readonly (readonly Move[])[]): void {
    if (moves.every((own) => own.length === 0) && isDeadlock(this.program, state))
      this.#seen.set('deadlock', 'some threads wait for ever');
    const race = raceIn(this.program, state, moves);
    if (race !== undefined) this.#seen.set('race', `two threads are about to access ${race}`);
  }

  #sufficient(state: State, moves: readonly (readonly Move[])[]): readonly Move[] {
    if (!this.#goAlone) return moves.flat();
    const alone = threadThatGoesAlone(this.program, state, (id) => moves[id]!.length > 0);
    return alone < 0 ? moves.flat() : moves[alone]!;
  }
}
