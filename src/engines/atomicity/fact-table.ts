// The facts of a saturation in parallel arrays, with the step that made each: its parent, how many phases were guessed
// to begin there, the edge taken then, and for calls the fact of the callee that was composed.

import type { TupleId } from '../../logic/lock-history/tuple-table.js';
import type { SlicedStep } from '../../translate/atomicity-lift.js';
import type { SlicedEdge } from '../../translate/atomicity-slice.js';

export type FactId = number;
export const noFact: FactId = -1;

/** A fact that speaks of no node: a path that has ended, or a caller that has guessed phases before its call. */
export const noNode = -1;

/** How a fact came about: from `parent`, after guessing `phases` phases, along `edge`, through `callee`. */
export interface Derivation {
  readonly parent: FactId;
  readonly phases: number;
  readonly edge: SlicedEdge | undefined;
  /** The edge is an access that a side waits for. */
  readonly matches: boolean;
  readonly callee: FactId;
}

export class FactTable {
  readonly #entry: number[] = [];
  readonly #node: number[] = [];
  readonly #state: number[] = [];
  readonly #tuple: TupleId[] = [];
  readonly #derivation: Derivation[] = [];
  readonly #dead: boolean[] = [];

  get size(): number {
    return this.#entry.length;
  }

  /** The id that `add` gives next. */
  get nextId(): FactId {
    return this.#entry.length;
  }

  add(entry: number, node: number, state: number, tuple: TupleId, derivation: Derivation): FactId {
    this.#node.push(node);
    this.#state.push(state);
    this.#tuple.push(tuple);
    this.#derivation.push(derivation);
    this.#dead.push(false);
    return this.#entry.push(entry) - 1;
  }

  entry(fact: FactId): number {
    return this.#entry[fact]!;
  }

  node(fact: FactId): number {
    return this.#node[fact]!;
  }

  state(fact: FactId): number {
    return this.#state[fact]!;
  }

  tuple(fact: FactId): TupleId {
    return this.#tuple[fact]!;
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
    const path: SlicedStep[] = [];
    const open: (FactId | SlicedStep)[] = [last];
    // Unwound from the back: what is pushed last is handled first and comes later in the path.
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      if (typeof item !== 'number') path.push(item);
      else this.#unwind(item, open);
    }
    return path.reverse();
  }

  #unwind(fact: FactId, open: (FactId | SlicedStep)[]): void {
    const { parent, phases, edge, matches, callee } = this.#derivation[fact]!;
    if (parent !== noFact) open.push(parent);
    for (let i = 0; i < phases; i++) open.push({ kind: 'phase' });
    if (!edge) return;
    open.push({ kind: 'edge', edge, matches });
    if (callee === noFact) return;
    open.push(callee);
    if (this.#node[fact] !== noNode) open.push({ kind: 'return' });
  }
}
