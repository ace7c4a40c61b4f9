import { describe, expect, it } from 'vitest';
import { asciiOf, printable } from './printable.js';

describe('printable text', () => {
  it('shows what would steer a terminal, and keeps tabs and letters of all kinds', () => {
    expect(printable('a\u001b[2J\tb\u0007\n\u009b1m é 中')).toBe('a\\x1b[2J\tb\\x07\\x0a\\x9b1m é 中');
    expect(printable('x\u202ey\u2066')).toBe('x\\u{202e}y\\u{2066}');
  });

  it('has an ASCII form', () => {
    expect(asciiOf('└ 3 steps … naïve 中')).toBe('` 3 steps ... na\\u{ef}ve \\u{4e2d}');
  });
});
