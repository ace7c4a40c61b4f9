// Weighted relations on a finite set G over a domain S (004, Defs. 8 and 9): functions G x G -> S under pointwise
// combine and matrix product. Sparse: only pairs with a weight other than zero are kept, as rows of maps. The identity
// is represented by itself and never multiplied out, since G may be large (Construction 1: states x stack symbols).

import { isZero, type Semiring } from './semiring.js';

/** rows.get(g1).get(g2) is the weight of g1 -> g2. */
export type WeightedRelation<W> = ReadonlyMap<number, ReadonlyMap<number, W>>;

type Rows<W> = Map<number, Map<number, W>>;

export interface WeightedRelationSemiring<W> extends Semiring<WeightedRelation<W>> {
  readonly base: Semiring<W>;
  readonly make: (pairs: Iterable<readonly [from: number, to: number, weight: W]>) => WeightedRelation<W>;
  readonly at: (relation: WeightedRelation<W>, from: number, to: number) => W;
}

export function weightedRelations<W>(size: number, base: Semiring<W>): WeightedRelationSemiring<W> {
  const make = (pairs: Iterable<readonly [number, number, W]>): WeightedRelation<W> => {
    const rows: Rows<W> = new Map();
    for (const [from, to, weight] of pairs) addPair(base, rows, from, to, weight);
    return rows;
  };
  const zero = make([]);
  const one = make(Array.from({ length: size }, (_, g) => [g, g, base.one]));
  return {
    name: `weighted-relations(${base.name})`,
    base,
    zero,
    one,
    combine: (a, b) => (a === b || b.size === 0 ? a : make([...pairsOf(a), ...pairsOf(b)])),
    extend: (a, b) => (a === one ? b : b === one ? a : make(products(base, a, b))),
    equal: (a, b) => a === b || (contains(base, a, b) && contains(base, b, a)),
    print: (relation) => printRelation(base, relation),
    make,
    at: (relation, from, to) => relation.get(from)?.get(to) ?? base.zero,
  };
}

export function* pairsOf<W>(relation: WeightedRelation<W>): Generator<readonly [number, number, W]> {
  for (const [from, row] of relation) for (const [to, weight] of row) yield [from, to, weight];
}

/** Mutates rows. */
function addPair<W>(base: Semiring<W>, rows: Rows<W>, from: number, to: number, weight: W): void {
  if (isZero(base, weight)) return;
  const row = rows.get(from) ?? new Map<number, W>();
  rows.set(from, row);
  const old = row.get(to);
  row.set(to, old === undefined ? weight : base.combine(old, weight));
}

function* products<W>(
  base: Semiring<W>,
  a: WeightedRelation<W>,
  b: WeightedRelation<W>,
): Generator<readonly [number, number, W]> {
  for (const [from, middle, left] of pairsOf(a))
    for (const [to, right] of b.get(middle) ?? []) yield [from, to, base.extend(left, right)];
}

function contains<W>(base: Semiring<W>, a: WeightedRelation<W>, b: WeightedRelation<W>): boolean {
  for (const [from, to, weight] of pairsOf(b)) {
    const other = a.get(from)?.get(to);
    if (other === undefined || !base.equal(other, weight)) return false;
  }
  return true;
}

function printRelation<W>(base: Semiring<W>, relation: WeightedRelation<W>): string {
  const pairs = [...pairsOf(relation)].sort(([a, b], [c, d]) => a - c || b - d);
  return `{${pairs.map(([from, to, weight]) => `${from} -${base.print(weight)}-> ${to}`).join(', ')}}`;
}
