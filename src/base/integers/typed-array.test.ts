import { describe, expect, test } from 'vitest';
import { grownTo } from './typed-array.js';

describe('grownTo', () => {
  test('keeps an array that is long enough', () => {
    const array = new Int32Array(4);
    expect(grownTo(array, 3)).toBe(array);
  });

  test('keeps the entries, the kind and fills the new ones', () => {
    const larger = grownTo(Float64Array.of(1, 2), 2, -1);
    expect(larger).toBeInstanceOf(Float64Array);
    expect([...larger.slice(0, 4)]).toEqual([1, 2, -1, -1]);
    expect(larger.length).toBeGreaterThanOrEqual(16);
  });

  test('reaches an index far beyond double the length', () => {
    expect(grownTo(new Uint8Array(1), 1000).length).toBe(1001);
  });
});
