// Random programs of two functions, three variables and a few awaits: the verdict on lost updates equals what all completion
// orders of the real JavaScript, run by Node, show.

import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { sampleScale } from '../../base/testing/sample-scale.js';
import { analyse } from './testing/analyse.js';
import { lostUpdates, programText, randomProgram } from './testing/straight-programs.js';

/** CI takes 2,000, HEDDLE_CASES=50 takes 100,000. */
const cases = sampleScale < 1 ? 60 : 2000 * sampleScale;

describe('random straight-line programs', () => {
  it('lose the updates that Node loses, and no others', { timeout: 60_000 + 1000 * cases }, async () => {
    for (let seed = 1; seed <= cases; seed++) {
      const program = randomProgram(new Rng(seed));
      const text = programText(program);
      const { names, isComplete } = analyse([{ file: 'generated.ts', text }], 4000, 2);
      const expected = await lostUpdates(program);
      expect({ seed, text, isComplete, found: names.filter((name) => name.startsWith('HD6002')).sort() }).toEqual({
        seed,
        text,
        isComplete: true,
        found: expected.map((cell) => `HD6002 ${cell}`).sort(),
      });
    }
  });
});
