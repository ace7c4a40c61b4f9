import { describe, expect, test } from 'vitest';
import { Rng } from '../../base/rng.js';
import { type LocksetHandle, LocksetTable } from './lockset-table.js';
import { flow, type Lockset, ownedBy, protects } from './testing/lockset.js';

interface Kept {
  readonly handle: LocksetHandle;
  reference: Lockset;
}

/** Random synchronisations and accesses on a table with few columns, beside the same on sets as values. */
function simulate(seed: number, steps: number, elements: number): LocksetTable {
  const rng = new Rng(seed);
  const table = new LocksetTable(32);
  for (let i = 0; i < elements; i++) table.addRow();
  const kept: Kept[] = [];
  for (let step = 0; step < steps; step++) {
    const row = rng.below(elements);
    if (rng.chance(0.5)) kept.push({ handle: table.retain(table.owned(row)), reference: ownedBy(row) });
    else if (rng.chance(0.7)) {
      const to = (row + 1 + rng.below(elements - 1)) % elements;
      table.flow(row, to);
      for (const entry of kept) entry.reference = flow(entry.reference, row, to);
    } else if (kept.length > 0) table.release(kept.splice(rng.below(kept.length), 1)[0]!.handle);
    for (const { handle, reference } of kept.slice(-3).concat(kept.slice(0, 3)))
      if (table.contains(handle, row) !== protects(reference, row)) throw new Error(`seed ${seed}, step ${step}`);
  }
  for (const { handle, reference } of kept)
    for (let row = 0; row < elements; row++) expect(table.contains(handle, row)).toBe(protects(reference, row));
  return table;
}

describe('the lockset table', () => {
  test('holds the same sets as the rules on values, through many compactions', () => {
    for (let seed = 1; seed <= 100; seed++) simulate(seed, 400, 2 + (seed % 7));
  });

  test('merges equal sets: a long run needs no more columns than there are distinct sets', () => {
    const table = simulate(7, 4000, 4);
    expect(table.columns).toBeLessThanOrEqual(128);
  });

  test('shares one set among the accesses between two synchronisations', () => {
    const table = new LocksetTable();
    const [t, m] = [table.addRow(), table.addRow()];
    const first = table.retain(table.owned(t));
    expect(table.owned(t)).toBe(first);
    table.flow(t, m);
    expect(table.owned(t)).not.toBe(first);
    expect(table.contains(first, m)).toBe(true);
    expect(table.contains(table.owned(t), m)).toBe(false);
  });
});
