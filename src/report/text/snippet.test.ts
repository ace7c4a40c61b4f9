import { describe, expect, it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { placeOf } from '../testing/fixtures.js';
import { createPalette } from './palette.js';
import { printSnippet } from './snippet.js';

const palette = createPalette(false);

function snippet(text: string, ...spots: readonly (readonly [line: number, text: string, caption: string])[]) {
  const source = new SourceText('m.eml', text);
  const places = spots.map(([line, part, caption]) => ({ place: placeOf(source, line, part), caption }));
  return printSnippet(places, { find: () => source }, palette);
}

describe('source snippet', () => {
  it('marks two places on one line below it', () => {
    expect(snippet('x = x + 1;', [1, 'x + 1', 'second'], [1, 'x', 'first'])).toEqual([
      ' --> m.eml:1:5',
      '  |',
      '1 | x = x + 1;',
      '  | - first',
      '  |     ^^^^^ second',
      '  |',
    ]);
  });

  it('keeps tabs, so that the mark stands below the place', () => {
    expect(snippet('\tread v;', [1, 'v', 'here'])[3]).toBe('  | \t     ^ here');
  });

  it('cuts a very long line around the place', () => {
    const lines = snippet(`${'a'.repeat(5000)} v ${'b'.repeat(5000)}`, [1, 'v', 'here']);
    expect(lines[2]!.length).toBeLessThan(100);
    expect(lines[2]![lines[3]!.indexOf('^')]).toBe('v');
  });

  it('shows the places of another file after its own', () => {
    const main = { place: { file: 'a.eml', line: 1, column: 1, length: 1 }, caption: 'main' };
    const other = { place: { file: 'b.eml', line: 12, column: 3, length: 1 }, caption: 'other' };
    expect(printSnippet([main, other], { find: () => undefined }, palette)).toEqual([
      '  --> a.eml:1:1',
      '   |',
      ' 1 | main',
      '   |',
      '  ::: b.eml:12:3',
      '   |',
      '12 | other',
      '   |',
    ]);
  });

  it('has nothing to show without places', () => {
    expect(printSnippet([], { find: () => undefined }, palette)).toEqual([]);
  });
});
