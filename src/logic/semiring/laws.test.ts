import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { lawViolations, pathExtensionViolations } from './laws.js';
import { prefixWords } from './prefix-words.js';
import type { Semiring } from './semiring.js';
import { shortestPath } from './shortest-path.js';
import { forEachDomain } from './testing/sample-domains.js';

const samplesPerDomain = 12;

describe('the laws of bounded idempotent semirings', () => {
  forEachDomain(({ semiring, random, merges }) => {
    it(`hold on ${semiring.name}, ordinary calls and merging functions included`, () => {
      for (let seed = 1; seed <= 3; seed++) {
        const rng = new Rng(seed);
        const samples = Array.from({ length: samplesPerDomain }, () => random(rng));
        expect(lawViolations(semiring, samples, [semiring.extend, ...merges])).toEqual([]);
        for (const merge of [semiring.extend, ...merges])
          expect(pathExtensionViolations(semiring, samples, merge)).toEqual([]);
      }
    });
  });
});

describe('an unlawful domain fails', () => {
  const lawsBroken = <W>(semiring: Semiring<W>, samples: readonly W[], merges = [semiring.extend]) => [
    ...new Set(lawViolations(semiring, samples, merges).map(({ law }) => law)),
  ];
  const words = prefixWords(3);

  it('when combine is addition', () => {
    const counting = { ...shortestPath, zero: 0, one: 1, combine: (a: number, b: number) => a + b };
    expect(lawsBroken(counting, [1, 2, 3])).toContain('combine is idempotent');
  });

  it('when combine prefers its first argument', () => {
    const first: Semiring<number> = { ...shortestPath, combine: (a, b) => (a === Number.POSITIVE_INFINITY ? b : a) };
    expect(lawsBroken(first, [1, 2, 3])).toContain('combine is commutative');
  });

  it('when combine is not associative', () => {
    const halves: Semiring<number> = { ...shortestPath, combine: (a, b) => (a === b ? a : Math.floor((a + b) / 2)) };
    expect(lawsBroken(halves, [0, 4, 9])).toContain('combine is associative');
  });

  it('when the empty path is not neutral', () => {
    expect(lawsBroken({ ...shortestPath, one: 1 }, [1, 2])).toEqual(
      expect.arrayContaining(['one is left neutral for extend', 'one is right neutral for extend']),
    );
  });

  it('when zero does not annihilate', () => {
    const keep: Semiring<readonly string[]> = { ...words, extend: (a, b) => (b.length === 0 ? a : words.extend(a, b)) };
    expect(lawsBroken(keep, [['a'], ['b']])).toContain('zero annihilates from the right');
  });

  it('when zero is not neutral', () => {
    expect(lawsBroken({ ...shortestPath, zero: 0 }, [1, 2])).toContain('zero is neutral for combine');
  });

  it('when extend is not associative or does not distribute', () => {
    const minus: Semiring<number> = { ...shortestPath, extend: (a, b) => Math.abs(a - b) };
    expect(lawsBroken(minus, [1, 2, 5])).toEqual(
      expect.arrayContaining([
        'extend is associative',
        'extend distributes from the left',
        'extend distributes from the right',
      ]),
    );
  });

  it('when a merging function is not strict or does not distribute', () => {
    const ignoring = (caller: number) => caller;
    expect(lawsBroken(shortestPath, [1, 2], [ignoring])).toEqual(['merge is strict in the callee']);
    const other = (_: number, callee: number) => callee;
    expect(lawsBroken(shortestPath, [1, 2], [other])).toEqual(['merge is strict in the caller']);
    const truncating = (caller: readonly string[], callee: readonly string[]) =>
      callee.length > 0 && caller.length > 0 ? words.make(caller.slice(0, 1)) : [];
    expect(lawsBroken(words, [['a'], ['b']], [truncating])).toContain('merge distributes over callers');
  });

  it('when a merging function forgets the way to the call, which backward saturation needs', () => {
    const restoring = (caller: readonly string[], callee: readonly string[]) =>
      words.extend(caller.length > 0 ? words.one : words.zero, callee);
    expect(lawViolations(words, [['a'], ['b']], [restoring])).toEqual([]);
    expect(pathExtensionViolations(words, [['a'], ['b']], restoring)).not.toEqual([]);
  });
});
