import { describe, expect, it } from 'vitest';
import { Rng } from '../rng.js';
import { IndexQueue, IntList, IntMultiMap } from './int-list.js';
import { PairTable } from './pair-table.js';

describe('PairTable', () => {
  it('agrees with a map of strings, negative numbers included', () => {
    const rng = new Rng(1);
    const table = new PairTable();
    const oracle = new Map<string, number>();
    for (let i = 0; i < 20_000; i++) {
      const a = rng.between(-1, 120);
      const b = rng.between(-3, 120);
      const key = `${a},${b}`;
      expect(table.find(a, b)).toBe(oracle.get(key) ?? -1);
      if (!oracle.has(key)) oracle.set(key, oracle.size);
      expect(table.intern(a, b)).toBe(oracle.get(key));
    }
    expect(table.size).toBe(oracle.size);
    for (const [key, id] of oracle) expect(`${table.first(id)},${table.second(id)}`).toBe(key);
  });
});

describe('IntList and IntMultiMap', () => {
  it('grow beyond their first capacity', () => {
    const list = new IntList();
    for (let i = 0; i < 1000; i++) expect(list.push(i * i)).toBe(i);
    list.extendTo(1500, -1);
    list.set(1200, 7);
    expect([list.length, list.get(31), list.get(1100), list.get(1200)]).toEqual([1500, 961, -1, 7]);
  });

  it('keep the values of each key, newest first', () => {
    const map = new IntMultiMap();
    for (let i = 0; i < 300; i++) map.add((i * 7) % 50, i);
    for (let key = 0; key < 55; key++) {
      const values: number[] = [];
      for (let entry = map.first(key); entry >= 0; entry = map.next(entry)) values.push(map.value(entry));
      const expected = Array.from({ length: 300 }, (_, i) => i).filter((i) => (i * 7) % 50 === key);
      expect(values).toEqual(expected.reverse());
    }
  });
});

describe('IndexQueue', () => {
  it('is first in, first out, and holds an index once', () => {
    const rng = new Rng(2);
    const queue = new IndexQueue();
    const oracle: number[] = [];
    for (let i = 0; i < 30_000; i++) {
      if (rng.chance(0.7)) {
        const index = rng.below(5000);
        queue.add(index);
        if (!oracle.includes(index)) oracle.push(index);
      } else if (oracle.length > 0) expect(queue.take()).toBe(oracle.shift());
      expect(queue.isEmpty).toBe(oracle.length === 0);
    }
  });
});
