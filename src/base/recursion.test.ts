import { describe, expect, it } from 'vitest';
import { call, type Recursion, runRecursion } from './recursion.js';

function* sumTo(n: number): Recursion<number> {
  return n === 0 ? 0 : n + (yield* call(sumTo(n - 1)));
}

function* fibonacci(n: number): Recursion<number> {
  return n < 2 ? n : (yield* call(fibonacci(n - 1))) + (yield* call(fibonacci(n - 2)));
}

function* visit(depth: number, seen: number[]): Recursion<void> {
  seen.push(depth);
  if (depth > 0) yield visit(depth - 1, seen);
  seen.push(-depth);
}

describe('recursion', () => {
  it('goes deeper than any call stack', () => {
    expect(runRecursion(sumTo(300_000))).toBe(45_000_150_000);
  });

  it('returns the results of several calls', () => {
    expect(runRecursion(fibonacci(15))).toBe(610);
  });

  it('resumes a caller behind its call', () => {
    const seen: number[] = [];
    runRecursion(visit(2, seen));
    expect(seen).toEqual([2, 1, 0, -0, -1, -2]);
  });
});
