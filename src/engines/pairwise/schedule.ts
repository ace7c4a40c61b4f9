// A schedule of a run tree whose effect was accepted (docs/theory/pairwise.md, exactness). Each thread runs until its next
// final acquisition; a join, and a block of temporarily held locks that contains one, first finishes the thread's own
// children. When all threads wait at final acquisitions, the first lock of the order goes next. Linear, no search.

import { graphOf, stronglyConnectedComponents } from '../../base/graph.js';
import { maskElements } from '../../base/integers/bit-set.js';
import type { ThreadGraph } from '../../model/trees/thread-graph.js';
import type { RunTree } from './run-tree.js';

export interface ScheduledStep {
  readonly thread: number;
  readonly runNode: number;
  /** The thread started by this step. */
  readonly started?: number;
}

export interface Schedule {
  readonly steps: readonly ScheduledStep[];
  /** Run node at which each thread is at the end. */
  readonly positions: readonly number[];
}

interface Thread {
  position: number;
  readonly children: number[];
  /** Temporarily held locks. */
  depth: number;
}

export function scheduleRun(graph: ThreadGraph, run: RunTree): Schedule {
  return new Scheduler(graph, run).schedule();
}

class Scheduler {
  readonly #steps: ScheduledStep[] = [];
  readonly #threads: Thread[] = [{ position: 0, children: [], depth: 0 }];
  readonly #shape: RunShape;

  constructor(
    readonly graph: ThreadGraph,
    readonly run: RunTree,
  ) {
    this.#shape = shapeOf(graph, run);
  }

  schedule(): Schedule {
    let started = 0;
    for (;;) {
      for (; started < this.#threads.length; started++) this.#runThread(started);
      const next = this.#nextFinal();
      if (next === undefined) break;
      this.#execute(next);
      this.#runThread(next);
    }
    return { steps: this.#steps, positions: this.#threads.map(({ position }) => position) };
  }

  /** Runs the thread, and before it the children it has to wait for, to a final acquisition, its stop or its end. */
  #runThread(first: number): void {
    const stack = [first];
    while (stack.length > 0) {
      const index = stack.at(-1)!;
      if (this.#rests(index)) {
        stack.pop();
        continue;
      }
      const unfinished = this.#mustFinishChildren(index)
        ? this.#threads[index]!.children.find((child) => !this.#rests(child))
        : undefined;
      if (unfinished === undefined) this.#execute(index);
      else stack.push(unfinished);
    }
  }

  #rests(index: number): boolean {
    const { position } = this.#threads[index]!;
    const { stops, next } = this.run[position]!;
    return stops || next === undefined || this.#shape.isFinal[position] === 1;
  }

  #mustFinishChildren(index: number): boolean {
    const { position, depth } = this.#threads[index]!;
    const { kind } = this.graph.nodes[this.run[position]!.node]!;
    return kind === 'join' || (kind === 'acquire' && depth === 0 && this.#shape.blockJoins[position] === 1);
  }

  #execute(index: number): void {
    const thread = this.#threads[index]!;
    const runNode = thread.position;
    const { node, next, child } = this.run[runNode]!;
    const { kind } = this.graph.nodes[node]!;
    if (kind === 'acquire' && !this.#shape.isFinal[runNode]) thread.depth++;
    if (kind === 'release') thread.depth--;
    thread.position = next!;
    if (child === undefined) {
      this.#steps.push({ thread: index, runNode });
      return;
    }
    const started = this.#threads.length;
    this.#threads.push({ position: child, children: [], depth: 0 });
    thread.children.push(started);
    this.#steps.push({ thread: index, runNode, started });
  }

  #nextFinal(): number | undefined {
    let best: number | undefined;
    let bestRank = Number.POSITIVE_INFINITY;
    this.#threads.forEach(({ position }, index) => {
      const node = this.graph.nodes[this.run[position]!.node]!;
      if (!this.#shape.isFinal[position] || node.kind !== 'acquire') return;
      const rank = this.#shape.rank[node.lock]!;
      if (rank < bestRank) [best, bestRank] = [index, rank];
    });
    return best;
  }
}

interface RunShape {
  /** Per run node: an acquisition that is never released. */
  readonly isFinal: Uint8Array;
  /** Per run node: a temporary acquisition whose block contains a join. */
  readonly blockJoins: Uint8Array;
  /** Per lock: its place in the order of final acquisitions. */
  readonly rank: readonly number[];
}

/** One bottom-up pass over the run tree. */
function shapeOf(graph: ThreadGraph, run: RunTree): RunShape {
  const isFinal = new Uint8Array(run.length);
  const blockJoins = new Uint8Array(run.length);
  const acquired = new Int32Array(run.length);
  /** Locks released in the rest of the thread without being acquired there, and those of them with a join before. */
  const released = new Int32Array(run.length);
  const joinedFirst = new Int32Array(run.length);
  const edges: [number, number][] = [];
  for (let id = run.length - 1; id >= 0; id--) {
    const { node: graphNode, stops, next, child } = run[id]!;
    const node = graph.nodes[graphNode]!;
    if (next !== undefined) {
      acquired[id] = acquired[next]! | (child === undefined ? 0 : acquired[child]!);
      released[id] = released[next]!;
      joinedFirst[id] = node.kind === 'join' ? released[next]! : joinedFirst[next]!;
    }
    if (stops || (node.kind !== 'acquire' && node.kind !== 'release')) continue;
    const bit = 1 << node.lock;
    if (node.kind === 'release') {
      released[id]! |= bit;
      joinedFirst[id]! &= ~bit;
      continue;
    }
    if (released[id]! & bit) blockJoins[id] = joinedFirst[id]! & bit ? 1 : 0;
    else {
      isFinal[id] = 1;
      for (const later of maskElements(acquired[id]!)) edges.push([node.lock, later]);
    }
    acquired[id]! |= bit;
    released[id]! &= ~bit;
  }
  return { isFinal, blockJoins, rank: topologicalRanks(graph.lockNames.length, edges) };
}

function topologicalRanks(lockCount: number, edges: readonly (readonly [number, number])[]): number[] {
  const components = stronglyConnectedComponents(graphOf(lockCount, edges));
  return Array.from({ length: lockCount }, (_, lock) => components.count - components.of[lock]!);
}
