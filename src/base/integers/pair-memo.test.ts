import { expect, it } from 'vitest';
import { PairMemo } from './pair-memo.js';

it('remembers the value of a pair, also when computing it asks for other pairs', () => {
  const memo = new PairMemo();
  let computed = 0;
  const binomial = (n: number, k: number): number => {
    const known = memo.known(n, k);
    if (known !== -1) return known;
    computed++;
    return memo.remember(n, k, k === 0 || k === n ? 1 : binomial(n - 1, k - 1) + binomial(n - 1, k));
  };
  expect(memo.known(20, 10)).toBe(-1);
  expect(binomial(20, 10)).toBe(184_756);
  expect(memo.known(20, 10)).toBe(184_756);
  expect(computed).toBeLessThan(122);
});
