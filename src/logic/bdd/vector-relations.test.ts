import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { explicitRelations } from '../semiring/explicit-relations.js';
import { lawViolations } from '../semiring/laws.js';
import { multiArityRelations } from '../semiring/multi-arity-relations.js';
import { Bdd } from './bdd.js';
import { type Edge, FALSE } from './edge.js';
import { column, start, VectorRelations, vectorVariables } from './vector-relations.js';

const bits = 2;
const columns = 4;
const size = 2 ** bits;

function newVectors(): VectorRelations {
  return new VectorRelations(new Bdd({ variableCount: vectorVariables(bits, columns) }), bits, columns);
}

/** Component 0 is the start, component c column c. */
function relationOf(vectors: VectorRelations, tuples: readonly (readonly number[])[]): Edge {
  const { bdd } = vectors;
  return tuples.reduce<Edge>((relation, tuple) => {
    const values = tuple.flatMap((value, c) => {
      const place = c === 0 ? start : column(c);
      return Array.from(
        { length: bits },
        (_, bit) => [vectors.variable(bit, place), ((value >> bit) & 1) === 1] as const,
      );
    });
    return bdd.or(relation, bdd.cube(new Map(values)));
  }, FALSE);
}

function randomTuples(rng: Rng, arity: number): number[][] {
  return Array.from({ length: rng.below(6) }, () => Array.from({ length: arity }, () => rng.below(size)));
}

describe('relations over vectors in diagrams', () => {
  it('give every bit at every place a variable of its own', () => {
    const vectors = newVectors();
    const all = Array.from({ length: 2 * columns + 1 }, (_, place) =>
      Array.from({ length: bits }, (_, bit) => vectors.variable(bit, place)),
    ).flat();
    expect([...new Set(all)].sort((a, b) => a - b)).toEqual(Array.from({ length: all.length }, (_, i) => i));
    expect(all.length).toBe(vectorVariables(bits, columns));
  });

  it('compose as sets of tuples do', () => {
    const vectors = newVectors();
    const explicit = explicitRelations(size, columns + 1);
    for (let seed = 1; seed <= 300; seed++) {
      const rng = new Rng(seed);
      const arityOfA = rng.between(2, columns);
      const arityOfB = rng.between(2, columns + 3 - arityOfA);
      const [a, b] = [randomTuples(rng, arityOfA), randomTuples(rng, arityOfB)];
      const expected = explicit.compose(explicit.make(a), arityOfA, explicit.make(b), arityOfB);
      const tuples = explicit.tuples(expected, arityOfA + arityOfB - 2);
      const composed = vectors.compose(relationOf(vectors, a), arityOfA, relationOf(vectors, b));
      expect(composed).toBe(relationOf(vectors, tuples));
    }
  });

  it('are a lawful multi-arity domain', () => {
    const vectors = newVectors();
    const semiring = multiArityRelations(vectors, 3);
    const rng = new Rng(1);
    const samples = Array.from({ length: 5 }, () =>
      [2, 3, 4].map((arity) => relationOf(vectors, randomTuples(rng, arity))),
    );
    expect(lawViolations(semiring, samples, [semiring.extend])).toEqual([]);
  });

  it('relate the zero vector to what starts with it', () => {
    const vectors = newVectors();
    const pairs = [3, 1].map((to) => [0, to]);
    const relation = relationOf(vectors, [...pairs, [1, 2]]);
    expect(vectors.compose(vectors.zero(), 2, relation)).toBe(relationOf(vectors, pairs));
    expect(vectors.bdd.count(vectors.imageOfZero(relation), bits)).toBe(2n);
  });
});
