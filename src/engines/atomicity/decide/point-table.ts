// A place for each point of a saturation: an entry, a node and a side state. Side automata are tries, so from an entry only the
// states below its own are reached: numbered in depth-first order those are neighbours, and a point is an offset. Nothing
// is hashed.

import { derived } from '../../../base/derived.js';
import type { IntPool } from '../../../base/integers/int-pool.js';
import { initialSideState, type SideAutomaton } from '../../../logic/access-patterns/side-automaton.js';

export class PointTable {
  readonly #order: DepthFirst;

  constructor(
    readonly automaton: SideAutomaton,
    readonly pool: IntPool,
  ) {
    this.#order = depthFirst(automaton);
  }

  /** For an entry with so many nodes, and its end: the places of its points are asked for with this. */
  enter(nodeCount: number): number {
    return this.pool.reserve(nodeCount + 1);
  }

  /** The place of a point, in which 0 stands at first; `node` counts from -1, the end. */
  place(entry: number, entryState: number, node: number, state: number): number {
    const { position, below } = this.#order;
    let row = this.pool.items[entry + node + 1]!;
    if (row === 0) {
      row = this.pool.reserve(below[entryState]!);
      this.pool.items[entry + node + 1] = row;
    }
    return row + position[state]! - position[entryState]!;
  }
}

interface DepthFirst {
  readonly position: Int32Array;
  /** States below each one, itself included. */
  readonly below: Int32Array;
}

const depthFirst = derived(({ states }: SideAutomaton): DepthFirst => {
  const position = new Int32Array(states.length);
  const below = new Int32Array(states.length).fill(1);
  const childrenOf = (state: number) => [
    ...states[state]!.accesses.map(({ target }) => target),
    ...states[state]!.phases,
  ];
  const open = [initialSideState];
  let count = 0;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    position[state] = count++;
    open.push(...childrenOf(state));
  }
  // Children have larger numbers than their parents.
  for (let state = states.length - 1; state >= 0; state--)
    for (const child of childrenOf(state)) below[state]! += below[child]!;
  return { position, below };
});
