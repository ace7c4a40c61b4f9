// The sets of the search against sets of the language.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { IndexSet } from './index-set.js';
import { everything, Locksets } from './locksets.js';
import { noReaders, ReaderSetTable } from './reader-sets.js';

function randomElements(rng: Rng, most: number): number[] {
  const elements = new Set(Array.from({ length: rng.below(6) }, () => rng.below(most)));
  return [...elements].sort((a, b) => a - b);
}

describe('locksets', () => {
  it('know their elements and subsets, also when elements get large', () => {
    const rng = new Rng(7);
    const locksets = new Locksets();
    const sets = Array.from({ length: 200 }, (_, i) => randomElements(rng, 4 + i));
    const ids = sets.map((elements) => locksets.of(elements));
    for (let k = 0; k < 3000; k++) {
      const [i, j, element] = [rng.below(200), rng.below(200), rng.below(220)];
      expect(locksets.has(ids[i]!, element)).toBe(sets[i]!.includes(element));
      expect(locksets.isSubset(ids[i]!, ids[j]!)).toBe(sets[i]!.every((each) => sets[j]!.includes(each)));
      const larger = [...new Set([...sets[i]!, element])].sort((a, b) => a - b);
      expect(locksets.elements(locksets.with(ids[i]!, element))).toEqual(larger);
    }
    expect(locksets.isSubset(everything, ids[0]!)).toBe(false);
    expect(locksets.isSubset(ids[0]!, everything)).toBe(true);
  });

  it('of readers cover those that contain one of them', () => {
    const locksets = new Locksets();
    const readers = new ReaderSetTable(locksets);
    const [small, large, other] = [locksets.of([1]), locksets.of([1, 2]), locksets.of([3])];
    expect(readers.of([small, large])).toBe(readers.of([small]));
    expect(readers.of([other, small])).toBe(readers.of([small, other, small]));
    expect(readers.covers(readers.of([small]), readers.of([large]))).toBe(true);
    expect(readers.covers(readers.of([large]), readers.of([small]))).toBe(false);
    expect(readers.covers(readers.of([small]), readers.of([large, other]))).toBe(false);
    expect(readers.covers(readers.of([small]), noReaders)).toBe(true);
    expect(readers.covers(noReaders, readers.of([small]))).toBe(false);
  });
});

describe('index sets', () => {
  it('add, remove, unite and list', () => {
    const rng = new Rng(11);
    for (let round = 0; round < 200; round++) {
      const [set, other] = [new IndexSet(), new IndexSet()];
      const [model, otherModel] = [new Set<number>(), new Set<number>()];
      for (let k = 0; k < 20; k++) {
        const [index, removed] = [rng.below(150), rng.below(150)];
        set.add(index);
        model.add(index);
        set.delete(removed);
        model.delete(removed);
        if (rng.chance(0.7)) other.add(index);
        if (other.has(index)) otherModel.add(index);
      }
      set.addAll(other);
      for (const index of otherModel) model.add(index);
      const listed: number[] = [];
      set.forEach((index) => {
        listed.push(index);
      });
      expect(listed).toEqual([...model].sort((a, b) => a - b));
      expect(set.nextFrom(75)).toBe(listed.find((index) => index >= 75) ?? -1);
      set.clear();
      expect(set.isEmpty).toBe(true);
    }
  });
});
