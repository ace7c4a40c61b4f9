import { describe, expect, test } from 'vitest';
import { HeldLocks } from './held-locks.js';
import { ThreadClocks } from './thread-clocks.js';

describe('vector clocks of threads', () => {
  test('a release hands an interval to the next acquire, the interval after it stays private', () => {
    const clocks = new ThreadClocks();
    const before = clocks.now(0);
    clocks.release(0, 5);
    clocks.acquire(1, 5);
    expect(clocks.knows(1, 0, before)).toBe(true);
    expect(clocks.knows(1, 0, clocks.now(0))).toBe(false);
  });

  test('fork and join order parent and child both ways', () => {
    const clocks = new ThreadClocks();
    const parent = clocks.now(0);
    clocks.fork(0, 1);
    expect(clocks.knows(1, 0, parent)).toBe(true);
    const child = clocks.now(1);
    expect(clocks.knows(0, 1, child)).toBe(false);
    clocks.join(0, 1);
    expect(clocks.knows(0, 1, child)).toBe(true);
  });

  test('many threads make the rows grow', () => {
    const clocks = new ThreadClocks();
    for (let child = 1; child < 100; child++) clocks.fork(0, child);
    expect(clocks.knows(99, 0, 99)).toBe(true);
    expect(clocks.knows(98, 0, 99)).toBe(false);
  });
});

describe('held locks', () => {
  test('are the same set however they were taken', () => {
    const held = new HeldLocks();
    for (const lock of [3, 1]) held.acquire(0, lock);
    for (const lock of [1, 2, 3]) held.acquire(1, lock);
    held.release(1, 2);
    expect(held.of(0)).toBe(held.of(1));
    expect(held.locks(held.of(0))).toEqual([1, 3]);
  });

  test('meet in their common locks', () => {
    const held = new HeldLocks();
    held.acquire(0, 1);
    held.acquire(0, 2);
    held.acquire(1, 2);
    expect(held.locks(held.intersection(held.of(0), held.of(1)))).toEqual([2]);
    expect(held.intersection(held.of(0), held.of(7))).toBe(0);
  });
});
