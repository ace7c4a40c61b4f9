// All states of a program and all moves between them, on the reference semantics: what questions about infinite executions
// are asked of. Reductions that keep deadlocks and failures do not keep cycles, so there is none here.

import type { Stop } from '../../../base/budget.js';
import type { ThreadGraph } from '../../../logic/fair-cycles/fair-components.js';
import { type Move, movesOf } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import { initialState, type State, stateKey } from '../../../model/program/state.js';
import { applyMove } from '../../../model/program/step.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import type { SearchLimits } from '../search-result.js';

const tick = 1000;

interface MoveEdge {
  readonly thread: number;
  readonly to: number;
  readonly move: Move;
}

export class StateGraph implements ThreadGraph {
  readonly #edges: MoveEdge[][] = [];
  readonly #arrivals: ({ readonly node: number; readonly move: Move } | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  #open: State[] = [];
  transitions = 0;
  cut: string | undefined;

  constructor(
    readonly program: Program,
    readonly limits: SearchLimits,
  ) {}

  get size(): number {
    return this.#arrivals.length;
  }

  edgesFrom(node: number): readonly MoveEdge[] {
    return this.#edges[node] ?? [];
  }

  /** Breadth first, so that ways from the initial state are shortest. */
  *build(): Generator<EngineEvent, void, Stop | undefined> {
    let depths = [this.#meet(initialState(this.program), undefined)];
    for (let depth = 0; depths.length > 0 && this.cut === undefined; depth++) {
      const states = this.#open;
      this.#open = [];
      if (depth > this.limits.maxDepth) this.cut = `depth limit of ${this.limits.maxDepth} steps reached`;
      const next: number[] = [];
      for (const [i, node] of depths.entries()) {
        this.#expand(node, states[i]!, next);
        if (this.size > this.limits.maxStates) this.cut = `limit of ${this.limits.maxStates} states reached`;
        const stop = node % tick === 0 ? yield { kind: 'progress', done: this.size, text: 'states' } : undefined;
        if (stop) this.cut = stop.message;
        if (this.cut !== undefined) return;
      }
      depths = next;
    }
  }

  #meet(state: State, arrival: { readonly node: number; readonly move: Move } | undefined): number {
    const node = this.#arrivals.push(arrival) - 1;
    this.#numbers.set(stateKey(state), node);
    this.#open.push(state);
    return node;
  }

  #expand(node: number, state: State, next: number[]): void {
    this.#edges[node] = movesOf(this.program, state).map((move) => {
      this.transitions++;
      const { state: after } = applyMove(this.program, state, move);
      let to = this.#numbers.get(stateKey(after));
      if (to === undefined) {
        to = this.#meet(after, { node, move });
        next.push(to);
      }
      return { thread: move.thread, to, move };
    });
  }

  /** The shortest way to a node. */
  movesTo(node: number): Move[] {
    const moves: Move[] = [];
    for (let arrival = this.#arrivals[node]; arrival; arrival = this.#arrivals[arrival.node]) moves.push(arrival.move);
    return moves.reverse();
  }
}
