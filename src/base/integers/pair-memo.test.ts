import { expect, it } from 'vitest';
import { PairMemo } from './pair-memo.js';

it('computes the value of a pair once, also when computing asks for other pairs', () => {
  const memo = new PairMemo();
  let computed = 0;
  const binomial = (n: number, k: number): number =>
    memo.get(n, k, () => {
      computed++;
      return k === 0 || k === n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k);
    });
  expect(binomial(20, 10)).toBe(184_756);
  expect(binomial(20, 10)).toBe(184_756);
  expect(computed).toBeLessThan(122);
});
