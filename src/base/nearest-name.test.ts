import { describe, expect, it } from 'vitest';
import { editDistance, nearestName } from './nearest-name.js';

describe('nearestName', () => {
  it('counts insertions, deletions, replacements and swaps of neighbours', () => {
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('count', 'conut')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  it('suggests the nearest of several candidates', () => {
    expect(nearestName('cuont', ['data', 'counter', 'count'])).toBe('count');
  });

  it('stays silent when nothing is close', () => {
    expect(nearestName('x', ['lock', 'count'])).toBeUndefined();
  });

  it('never suggests the name itself', () => {
    expect(nearestName('get', ['get', 'set'])).toBe('set');
  });
});
