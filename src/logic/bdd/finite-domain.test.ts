import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { Bdd } from './bdd.js';
import { FALSE, OUT_OF_NODES, TRUE } from './edge.js';
import { DomainLayout, identity, members, RelationAlgebra, relation, tuple, tuples } from './finite-domain.js';

type Pair = readonly [number, number];

function algebra(size: number, nodeLimit = 2 ** 20): RelationAlgebra {
  const layout = new DomainLayout();
  const [before, middle, after] = layout.add(size, 3);
  const bdd = new Bdd({ variableCount: layout.variableCount, nodeLimit });
  return new RelationAlgebra(bdd, [before!], [middle!], [after!]);
}

/** The set of pairs, sorted, as text. */
function textOf(pairs: Iterable<Pair>): string {
  return [...new Set(Array.from(pairs, ([a, b]) => `${a}-${b}`))].sort().join(' ');
}

function* composed(r: readonly Pair[], s: readonly Pair[]): Generator<Pair> {
  for (const [a, b] of r) for (const [c, d] of s) if (b === c) yield [a, d];
}

function closed(size: number, r: readonly Pair[]): Pair[] {
  const reached = Array.from({ length: size }, (_, i) => new Set([i]));
  for (let round = 0; round < size; round++) {
    for (const set of reached) for (const [a, b] of r) if (set.has(a)) set.add(b);
  }
  return reached.flatMap((set, a) => Array.from(set, (b): Pair => [a, b]));
}

describe('relations over a finite set', () => {
  it('compose, unite, map and close as sets of pairs do', () => {
    for (let seed = 0; seed < 150; seed++) {
      const rng = new Rng(seed);
      const size = rng.between(1, 11);
      const random = () => Array.from({ length: rng.below(2 * size) }, (): Pair => [rng.below(size), rng.below(size)]);
      const [r, s] = [random(), random()];
      const relations = algebra(size);
      const edgeOf = (pairs: Iterable<Pair>) => relations.fromPairs(Array.from(pairs, ([a, b]) => [[a], [b]]));
      const pairsOf = (f: number) => textOf(Array.from(relations.pairs(f), ([a, b]): Pair => [a[0]!, b[0]!]));
      const [f, g] = [edgeOf(r), edgeOf(s)];
      expect(pairsOf(f), `seed ${seed}`).toBe(textOf(r));
      expect(pairsOf(relations.bdd.or(f, g))).toBe(textOf([...r, ...s]));
      expect(pairsOf(relations.compose(f, g)), `seed ${seed}`).toBe(textOf(composed(r, s)));
      expect(relations.compose(f, g)).toBe(edgeOf(composed(r, s)));
      expect(relations.compose(relations.identity, f)).toBe(f);
      expect(relations.compose(f, relations.identity)).toBe(f);
      expect(relations.compose(f, FALSE)).toBe(FALSE);
      expect(relations.closure(f), `seed ${seed}`).toBe(edgeOf(closed(size, r)));
      const start = rng.below(size);
      const image = relations.image(tuple(relations.bdd, relations.before, [start]), f);
      const successors = new Set(r.filter(([a]) => a === start).map(([, b]) => [b]));
      expect(image).toBe(relation(relations.bdd, relations.before, successors));
    }
  });

  it('pass failures on', () => {
    const relations = algebra(64, 60);
    const scattered = relations.fromPairs(Array.from({ length: 64 }, (_, i) => [[i], [(i * 37 + 11) % 64]]));
    expect(scattered).toBe(OUT_OF_NODES);
    expect(relations.closure(scattered)).toBe(OUT_OF_NODES);
    expect(relations.image(TRUE, scattered)).toBe(OUT_OF_NODES);
  });
});

describe('a domain', () => {
  it('has exactly the members below its size', () => {
    for (let size = 0; size <= 33; size++) {
      const layout = new DomainLayout();
      const [domain, copy] = layout.add(size, 2);
      const bdd = new Bdd({ variableCount: layout.variableCount });
      const listed = [...tuples(bdd, [domain!], members(bdd, domain!))].map(([value]) => value);
      expect(listed).toEqual([...Array(size).keys()]);
      const diagonal = [...tuples(bdd, [domain!, copy!], identity(bdd, domain!, copy!))];
      expect(diagonal).toEqual(Array.from({ length: size }, (_, i) => [i, i]));
    }
  });

  it('of one element needs no variables', () => {
    const layout = new DomainLayout();
    const [unit] = layout.add(1, 1);
    expect(layout.variableCount).toBe(0);
    const bdd = new Bdd({ variableCount: 0 });
    expect(tuple(bdd, [unit!], [0])).toBe(TRUE);
    expect([...tuples(bdd, [unit!], TRUE)]).toEqual([[0]]);
  });

  it('of several blocks lists tuples of every arity', () => {
    const layout = new DomainLayout();
    const [a] = layout.add(5, 1);
    const [b] = layout.add(3, 1);
    const [c] = layout.add(9, 1);
    const bdd = new Bdd({ variableCount: layout.variableCount });
    const rows = [
      [0, 2, 8],
      [4, 0, 1],
      [4, 1, 0],
    ];
    const f = relation(bdd, [a!, b!, c!], rows);
    expect([...tuples(bdd, [a!, b!, c!], f)]).toEqual(rows);
    expect([...tuples(bdd, [c!, a!, b!], f)].sort()).toEqual([
      [0, 4, 1],
      [1, 4, 0],
      [8, 0, 2],
    ]);
    expect(() => tuple(bdd, [a!], [5])).toThrow(RangeError);
  });
});
