import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../base/diagnostic.js';
import { printMessages } from './messages.js';

function complaints(file: string, count: number): Diagnostic[] {
  return Array.from({ length: count }, (_, i) => ({ code: 'HD0101', severity: 'error', message: `no ${i + 1}`, file }));
}

describe('messages', () => {
  it('are listed up to fifty of a file, and the rest is counted', () => {
    const lines = [...printMessages([...complaints('a.eml', 362), ...complaints('b.eml', 2)])];
    expect(lines).toHaveLength(53);
    expect(lines[49]).toContain('no 50');
    expect(lines.slice(50).map((line) => line.trimEnd())).toEqual([
      expect.stringContaining('b.eml'),
      expect.stringContaining('b.eml'),
      'a.eml: and 312 more',
    ]);
  });
});
