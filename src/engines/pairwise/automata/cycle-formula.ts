// Has a graph on the nodes 1..n a cycle? As a formula over its edges, much smaller than one disjunct per simple cycle: a cycle is a
// closed path from its largest node through smaller ones; a path through 1..v passes v or not (three formulas for v - 1),
// or is cut in the middle (2 v formulas of half the length), whichever is smaller. The first alone gives (3^n - 1) / 2 edges,
// the second makes it quasi-polynomial. Formulas are shared in memory, and written out only when they are printed.

import { conjunction, disjunction, type Formula } from '../../../logic/tree-automata/index.js';

export type EdgeFormula = (from: number, to: number) => Formula;

export function someCycle(nodes: number, edge: EdgeFormula): Formula {
  const paths = new PathFormulas(edge);
  const closed = Array.from({ length: nodes }, (_, i) => paths.path(i + 1, i + 1, i, i + 1));
  return disjunction(closed);
}

class PathFormulas {
  readonly #known = new Map<string, Formula>();
  readonly #sizes = new Map<string, number>();

  constructor(readonly edge: EdgeFormula) {}

  /** A path of at most `length` edges whose inner nodes are among 1..`through`. */
  path(from: number, to: number, through: number, length: number): Formula {
    if (through === 0 || length === 1) return this.edge(from, to);
    const key = `${from} ${to} ${through} ${length}`;
    const known = this.#known.get(key);
    if (known) return known;
    const formula =
      this.#passingSize(through, length) <= this.#halvingSize(through, length)
        ? this.#passing(from, to, through, length)
        : this.#halving(from, to, through, length);
    this.#known.set(key, formula);
    return formula;
  }

  #passing(from: number, to: number, through: number, length: number): Formula {
    const there = this.path(from, through, through - 1, length - 1);
    const back = this.path(through, to, through - 1, length - 1);
    return disjunction([this.path(from, to, through - 1, length), conjunction([there, back])]);
  }

  #halving(from: number, to: number, through: number, length: number): Formula {
    const [longer, shorter] = [Math.ceil(length / 2), Math.floor(length / 2)];
    const cut = Array.from({ length: through }, (_, i) =>
      conjunction([this.path(from, i + 1, through, longer), this.path(i + 1, to, through, shorter)]),
    );
    return disjunction([this.edge(from, to), ...cut]);
  }

  /** Edges of `path`, each as often as it is written. */
  #size(through: number, length: number): number {
    if (through === 0 || length === 1) return 1;
    const key = `${through} ${length}`;
    const known = this.#sizes.get(key);
    if (known !== undefined) return known;
    const size = Math.min(this.#passingSize(through, length), this.#halvingSize(through, length));
    this.#sizes.set(key, size);
    return size;
  }

  #passingSize(through: number, length: number): number {
    return this.#size(through - 1, length) + 2 * this.#size(through - 1, length - 1);
  }

  #halvingSize(through: number, length: number): number {
    return 1 + through * (this.#size(through, Math.ceil(length / 2)) + this.#size(through, Math.floor(length / 2)));
  }
}
