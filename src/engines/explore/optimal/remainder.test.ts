// What is left of a remainder, against the plain definition on random traces.

import { expect, it } from 'vitest';
import { comesFirstOtherwise, faults, passedOtherwise } from './testing/remainders.js';

it('says what may come first as going through all of it does', () => {
  expect(faults(comesFirstOtherwise, 2000)).toEqual([]);
});

it('passes sequences as far as going through them one by one does', () => {
  expect(faults(passedOtherwise, 2000)).toEqual([]);
});
