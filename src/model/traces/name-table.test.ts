import { describe, expect, test } from 'vitest';
import { Rng } from '../../base/rng.js';
import { NameTable, NOT_TEXT } from './name-table.js';

describe('names', () => {
  test('equal bytes have one number, in the order of first use', () => {
    const table = new NameTable();
    expect(['a', 'b', 'a', 'ab', ''].map((text) => table.internText(text))).toEqual([0, 1, 0, 2, 3]);
    expect([0, 1, 2, 3].map((id) => table.text(id))).toEqual(['a', 'b', 'ab', '']);
  });

  test('the same name of two kinds is two names', () => {
    const table = new NameTable();
    expect(table.internText('x', 0)).not.toBe(table.internText('x', 1));
    expect(table.findText('x', 2)).toBe(-1);
  });

  test('agree with a map on random names of all lengths', () => {
    const rng = new Rng(1);
    const table = new NameTable();
    const reference = new Map<string, number>();
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from({ length: rng.below(14) }, () => rng.pick(['a', 'b', '1', 'ü'])).join('');
      if (!reference.has(text)) reference.set(text, reference.size);
      if (table.internText(text) !== reference.get(text)) throw new Error(`${text} has another number`);
    }
    expect(table.size).toBe(reference.size);
    for (const [text, id] of reference) expect(table.text(id)).toBe(text);
  });

  test('bytes that are not text are refused and leave no trace', () => {
    const table = new NameTable();
    expect(table.intern(Uint8Array.of(0xc3), 0, 1)).toBe(NOT_TEXT);
    expect(table.intern(Uint8Array.of(97, 0), 0, 2)).toBe(NOT_TEXT);
    expect(table.size).toBe(0);
  });
});
