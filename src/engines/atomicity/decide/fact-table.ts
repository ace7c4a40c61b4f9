// The facts of a saturation in parallel arrays of integers, with the step that made each: its parent, how many phases were
// guessed to begin there, the edge taken then, and for calls the fact of the callee that was composed.

import { derived } from '../../../base/derived.js';
import { IntList } from '../../../base/integers/int-list.js';
import type { TupleId } from '../../../logic/lock-history/tuple-table.js';
import type { SlicedEdge, SlicedProcess } from '../slice/slice.js';
import type { SlicedStep } from '../witness/lift.js';

export type FactId = number;
export const noFact: FactId = -1;

/** Facts that speak of no node: a path that has ended, and a caller that has guessed phases before its call. */
export const ended = -1;
export const calling = -2;

const noEdge = -1;

export class FactTable {
  readonly #entry = new IntList();
  readonly #node = new IntList();
  readonly #state = new IntList();
  readonly #tuple = new IntList();
  readonly #parent = new IntList();
  /** Phases guessed, times two, plus one if the edge is an access that a side waits for. */
  readonly #guess = new IntList();
  readonly #edge = new IntList();
  readonly #callee = new IntList();
  readonly #dead: boolean[] = [];

  constructor(readonly process: SlicedProcess) {}

  get size(): number {
    return this.#entry.length;
  }

  /** The id that `add` gives next. */
  get nextId(): FactId {
    return this.#entry.length;
  }

  /** From `parent`, after guessing `phases` phases; a step along an edge or through a call is told afterwards. */
  add(entry: number, node: number, state: number, tuple: TupleId, parent: FactId, phases: number): FactId {
    this.#node.push(node);
    this.#state.push(state);
    this.#tuple.push(tuple);
    this.#parent.push(parent);
    this.#guess.push(phases * 2);
    this.#edge.push(noEdge);
    this.#callee.push(noFact);
    this.#dead.push(false);
    return this.#entry.push(entry);
  }

  /** The fact came along this edge; `matches`: an access that a side waits for; `callee`: through what the call did. */
  took(fact: FactId, edge: SlicedEdge, matches: boolean, callee: FactId = noFact): void {
    this.#edge.set(fact, edge.id);
    if (matches) this.#guess.set(fact, this.#guess.get(fact) | 1);
    this.#callee.set(fact, callee);
  }

  entry(fact: FactId): number {
    return this.#entry.get(fact);
  }

  node(fact: FactId): number {
    return this.#node.get(fact);
  }

  state(fact: FactId): number {
    return this.#state.get(fact);
  }

  tuple(fact: FactId): TupleId {
    return this.#tuple.get(fact);
  }

  /** A smaller tuple has taken its place: it need not be expanded, but stays for the paths that use it. */
  markDead(fact: FactId): void {
    this.#dead[fact] = true;
  }

  isDead(fact: FactId): boolean {
    return this.#dead[fact]!;
  }

  /** The path from the process's start that a fact stands for. */
  pathTo(last: FactId): SlicedStep[] {
    const edges = edgesOf(this.process);
    const path: SlicedStep[] = [];
    const open: (FactId | SlicedStep)[] = [last];
    // Unwound from the back: what is pushed last is handled first and comes later in the path.
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (typeof item !== 'number') path.push(item);
      else this.#unwind(item, edges, open);
    }
    return path.reverse();
  }

  #unwind(fact: FactId, edges: readonly SlicedEdge[], open: (FactId | SlicedStep)[]): void {
    const parent = this.#parent.get(fact);
    const guess = this.#guess.get(fact);
    const edge = this.#edge.get(fact);
    const callee = this.#callee.get(fact);
    if (parent !== noFact) open.push(parent);
    for (let phases = guess >> 1; phases > 0; phases--) open.push({ kind: 'phase' });
    if (edge === noEdge) return;
    open.push({ kind: 'edge', edge: edges[edge]!, matches: (guess & 1) === 1 });
    if (callee === noFact) return;
    open.push(callee);
    if (this.#node.get(fact) >= 0) open.push({ kind: 'return' });
  }
}

/** The edges of a process by their numbers. */
const edgesOf = derived((process: SlicedProcess): readonly SlicedEdge[] => {
  const edges: SlicedEdge[] = [];
  for (const { nodes } of process.functions)
    for (const node of nodes) for (const edge of node.edges) edges[edge.id] = edge;
  return edges;
});
