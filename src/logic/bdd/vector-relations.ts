// Relations of any arity over vectors of `bits` Boolean components, as decision diagrams: what the multi-arity domain of
// 000 (Def. 7) needs of relations. A tuple is a *start* and *columns* 1, 2, …. The order of variables is column by
// column, since columns depend on each other little; each column has a *twin*, bit by bit beside it, and the start
// stands beside column 1, since those two are often nearly equal.
// Composition of a relation that ends in column m with another one: read the other's start as column m, its column 1 as
// the twin of m and its column t as m + t - 1; join, quantify column m away, and read the twin as m. All of this keeps
// the order of variables.

import type { RelationAlgebra } from '../semiring/relation-algebra.js';
import type { Bdd } from './bdd.js';
import type { Renaming, VariableSet } from './chosen.js';
import { type Edge, FALSE, TRUE } from './edge.js';

/** 0 is the start, 2c - 1 column c and 2c its twin. */
export type Place = number;

export const start: Place = 0;

export function column(number: number): Place {
  return 2 * number - 1;
}

export function twin(number: number): Place {
  return 2 * number;
}

export function vectorVariables(bits: number, columns: number): number {
  return bits * (2 * columns + 1);
}

export class VectorRelations implements RelationAlgebra<Edge> {
  readonly empty = FALSE;
  readonly identity: Edge;
  readonly #joins: { readonly shift: Renaming; readonly met: VariableSet; readonly close: Renaming }[] = [];

  /** `bdd` has at least `vectorVariables(bits, columns)` variables. The identity is protected. */
  constructor(
    readonly bdd: Bdd,
    readonly bits: number,
    readonly columns: number,
  ) {
    this.identity = bdd.protect(this.update(new Map()));
  }

  variable(bit: number, place: Place): number {
    if (place <= 2) return bit * 3 + place;
    const before = Math.ceil(place / 2) - 1;
    return this.bits * (2 * before + 1) + bit * 2 + ((place + 1) % 2);
  }

  literal(bit: number, place: Place): Edge {
    return this.bdd.variable(this.variable(bit, place));
  }

  /** { (v, v') | v'[b] = changes[b](v), or v[b] where nothing is said }, with functions of the start. */
  update(changes: ReadonlyMap<number, Edge>): Edge {
    let relation = TRUE;
    for (let bit = this.bits - 1; bit >= 0; bit--) {
      const value = changes.get(bit) ?? this.literal(bit, start);
      relation = this.bdd.and(this.bdd.iff(this.literal(bit, column(1)), value), relation);
    }
    return relation;
  }

  /** { (0, 0) } */
  zero(): Edge {
    const variables = [...this.#variablesAt(start), ...this.#variablesAt(column(1))];
    return this.bdd.cube(new Map(variables.map((variable) => [variable, false])));
  }

  union = (a: Edge, b: Edge): Edge => this.bdd.or(a, b);

  compose = (a: Edge, arityOfA: number, b: Edge): Edge => {
    const { shift, met, close } = this.#joinAt(arityOfA - 1);
    return this.bdd.rename(this.bdd.andExists(a, this.bdd.rename(b, shift), met), close);
  };

  equal = (a: Edge, b: Edge): boolean => a === b;

  print = (relation: Edge, arity: number): string =>
    relation < 0 ? 'failed' : `${this.bdd.count(relation, arity * this.bits)} tuples`;

  /** What is related to the zero vector: the columns of the tuples that start with it. */
  imageOfZero(relation: Edge): Edge {
    return this.bdd.restrict(relation, new Map(this.#variablesAt(start).map((variable) => [variable, false])));
  }

  /** Reads bits at places as others; what is not in use may go anywhere. */
  moving(image: (bit: number, place: Place) => { readonly bit: number; readonly place: Place }): Renaming {
    const images = new Map<number, number>();
    for (let place = start; place <= twin(this.columns); place++)
      for (let bit = 0; bit < this.bits; bit++) {
        const to = image(bit, place);
        if (to.place <= twin(this.columns)) images.set(this.variable(bit, place), this.variable(to.bit, to.place));
      }
    return this.bdd.renaming(images);
  }

  #joinAt(m: number) {
    return (this.#joins[m] ??= {
      shift: this.moving((bit, place) => ({ bit, place: place <= 1 ? column(m) + place : place + column(m) - 1 })),
      met: this.bdd.variableSet(this.#variablesAt(column(m))),
      close: this.moving((bit, place) => ({ bit, place: place === twin(m) ? column(m) : place })),
    });
  }

  #variablesAt(place: Place): number[] {
    return Array.from({ length: this.bits }, (_, bit) => this.variable(bit, place));
  }
}
