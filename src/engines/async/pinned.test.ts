import { expect, it } from 'vitest';
import { analyse } from './testing/analyse.js';
import { pinned } from './testing/mutant-probe.js';

it.each(pinned)('%s', (text, names) => {
  expect([...analyse([{ file: 'pinned.ts', text }], 120, 3).names].sort()).toEqual([...names].sort());
});
