import { describe, expect, it } from 'vitest';
import { setOf } from '../../base/integers/bit-set.js';
import { Rng } from '../../base/rng.js';
import { explicitRelations } from './explicit-relations.js';
import { applyGenKill, genKill } from './gen-kill.js';
import { interned } from './interned.js';
import { multiArityRelations } from './multi-arity-relations.js';
import { prefixWords } from './prefix-words.js';
import { combineAll, extendAll } from './semiring.js';
import { shortestPath } from './shortest-path.js';
import { weightedRelations } from './weighted-relations.js';
import { firstPath, pathsOf, withWitnesses } from './witnesses.js';

describe('gen/kill', () => {
  it('is composition and union of functions on sets of facts', () => {
    const domain = genKill(3);
    const functions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((kill) =>
      [0, 3, 4].map((gen) => domain.make(BigInt(kill), BigInt(gen))),
    );
    for (const f of functions)
      for (const g of functions)
        for (let facts = 0n; facts < 8n; facts++) {
          expect(applyGenKill(domain.extend(f, g)!, facts)).toBe(applyGenKill(g, applyGenKill(f, facts)));
          expect(applyGenKill(domain.combine(f, g)!, facts)).toBe(applyGenKill(f, facts) | applyGenKill(g, facts));
        }
    expect(domain.print(domain.make(setOf([0]), setOf([1])))).toBe('gen {1} kill {0}');
  });
});

describe('prefix words', () => {
  it('cuts words at the bound and leaves cut words as they are', () => {
    const words = prefixWords(3);
    expect(words.extend(['', 'ab', 'abc'], ['cd'])).toEqual(['abc', 'cd']);
    expect(words.print(['', 'a', 'abc'])).toBe('{ ε, a, abcΣ* }');
  });

  it('is interned without changing sums and products', () => {
    const words = prefixWords(3);
    const ids = interned(words);
    const [a, b] = [ids.intern(['a']), ids.intern(['b', 'bc'])];
    expect(ids.value(ids.extend(ids.combine(a, b), b))).toEqual(
      words.extend(words.combine(['a'], ['b', 'bc']), ['b', 'bc']),
    );
  });
});

describe('relations of several arities', () => {
  it('compose as in 000, Definition 7', () => {
    const algebra = explicitRelations(4, 5);
    const a = algebra.make([
      [0, 1, 2],
      [3, 3, 3],
    ]);
    const b = algebra.make([
      [2, 0, 1],
      [2, 3, 3],
      [0, 0, 0],
    ]);
    expect(algebra.tuples(algebra.compose(a, 3, b, 3), 4).sort()).toEqual([
      [0, 1, 0, 1],
      [0, 1, 3, 3],
    ]);
  });

  it('compose as a nested loop does, on random relations of any arities', () => {
    const rng = new Rng(7);
    const algebra = explicitRelations(3, 6);
    for (let i = 0; i < 300; i++) {
      const [m, p] = [rng.between(2, 4), rng.between(2, 3)];
      const random = (arity: number) =>
        Array.from({ length: 6 }, () => Array.from({ length: arity }, () => rng.below(3)));
      const [a, b] = [random(m), random(p)];
      const joined = a.flatMap((s) =>
        b.filter((t) => s.at(-1) === t[0]).map((t) => [...s.slice(0, -1), ...t.slice(1)]),
      );
      const composed = algebra.compose(algebra.make(a), m, algebra.make(b), p);
      expect(algebra.equal(composed, algebra.make(joined))).toBe(true);
    }
  });

  it('refuse tuples that a number cannot hold', () => {
    expect(() => explicitRelations(1000, 7)).toThrow(RangeError);
  });

  it('add powers when multiplied and drop those beyond theta (000, Definition 8)', () => {
    const algebra = explicitRelations(2, 4);
    const domain = multiArityRelations(algebra, 3);
    const z = domain.monomial(algebra.make([[0, 0, 1]]), 1);
    const id = domain.monomial(algebra.make([[1, 0]]), 0);
    expect(domain.print(extendAll(domain, [z, id, z]))).toBe('{(0,0,0,1)} z^2');
    expect(domain.print(extendAll(domain, [z, id, z, id, z]))).toBe('0');
  });
});

describe('weighted relations', () => {
  it('multiply like matrices over the base domain (004, Definition 8)', () => {
    const domain = weightedRelations(3, shortestPath);
    const a = domain.make([
      [0, 1, 4],
      [0, 2, 1],
    ]);
    const b = domain.make([
      [1, 0, 1],
      [2, 0, 9],
      [2, 2, 0],
    ]);
    const product = domain.extend(a, b);
    expect([domain.at(product, 0, 0), domain.at(product, 0, 2), domain.at(product, 1, 1)]).toEqual([5, 1, Infinity]);
    expect(domain.equal(domain.extend(domain.combine(domain.one, domain.zero), a), a)).toBe(true);
  });
});

describe('withWitnesses', () => {
  const domain = withWitnesses(prefixWords(5));
  const rule = (number: number, word: string) => domain.ofRule(number, [word]);

  it('remembers sequences and both sides of a proper choice', () => {
    const weight = extendAll(domain, [rule(0, 'a'), combineAll(domain, [rule(1, 'b'), rule(2, 'c')]), rule(3, 'd')]);
    expect(weight.weight).toEqual(['abd', 'acd']);
    expect([...pathsOf(weight.trace)]).toEqual([
      [0, 1, 3],
      [0, 2, 3],
    ]);
  });

  it('keeps one side when it already is the sum', () => {
    const both = domain.combine(rule(0, 'a'), rule(1, 'a'));
    expect([...pathsOf(both.trace)]).toEqual([[0]]);
    expect(firstPath(domain.zero.trace)).toBeUndefined();
    expect(firstPath(domain.one.trace)).toEqual([]);
  });

  it('unrolls sequences of any depth', () => {
    let weight = domain.one;
    for (let i = 0; i < 50_000; i++)
      weight = i % 2 ? domain.extend(weight, rule(i, '')) : domain.extend(rule(i, ''), weight);
    expect(firstPath(weight.trace)).toHaveLength(50_000);
  });
});
