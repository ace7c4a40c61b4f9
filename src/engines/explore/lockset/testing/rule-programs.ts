// Programs on which the stateful search misses something without one of its rules (docs/theory/explore.md).

import { Rng } from '../../../../base/rng.js';
import { programOf } from '../../../../frontends/eml/testing/program-of.js';
import type { Program } from '../../../../model/program/program.js';
import { randomLoops } from '../../testing/random-loops.js';
import { randomProgram, richPrograms, smallPrograms } from '../../testing/random-programs.js';
import type { SearchRules } from '../search-rules.js';

const generators = {
  small: (rng: Rng) => randomProgram(rng, smallPrograms),
  rich: (rng: Rng) => randomProgram(rng, richPrograms),
  loops: randomLoops,
};

export function randomlyMade(generator: keyof typeof generators, seed: number): Program {
  return programOf(generators[generator](new Rng(seed)));
}

/**
 * Thread t writes p before or after v; r, which waits for q, is ordered after the first kind of write only, and reads p once
 * it gets the lock. The main thread comes to the same circle at two places: after the first kind without the lock, so that
 * the state with it closes while the one from which r goes on is open; after the second with it.
 */
const twoWaysIntoACircle = `volatile var v: int, g: int; var p: int, q: int, k: int; lock m;
  t { let c = k; k = 0; if (c == 0) { p = 1; v = 1; } else { v = 1; p = 1; } q = 1; }
  r { while (q == 0) { skip; } let x = v; g = 1; acquire(m); let y = p; release(m); }
  process M { main { let h = 0; if (*) { skip; } else { acquire(m); h = 1; k = 1; } spawn r(); spawn t();
    while (g == 0) { skip; }
    while (true) { if (h == 0) { acquire(m); h = 1; } else { release(m); h = 0; } } } }`;

const seeds: readonly (readonly [rule: keyof SearchRules, generator: keyof typeof generators, seed: number])[] = [
  ['lockConflicts', 'small', 23],
  ['blockedCheck', 'small', 23],
  ['blockedCheck', 'rich', 16],
  ['disabledRivals', 'small', 80],
  ['successorOnStack', 'small', 63],
  ['everyConflict', 'loops', 537],
  ['futureRaces', 'small', 152],
  ['compareWriters', 'small', 705],
  ['compareReaders', 'small', 663],
  ['closedFootprints', 'small', 1952],
];

/** With a name of the program. */
export const rulePrograms: readonly (readonly [rule: keyof SearchRules, name: string, program: Program])[] = [
  ...seeds.map(([rule, generator, seed]) => [rule, `${generator} ${seed}`, randomlyMade(generator, seed)] as const),
  ['openLocksets', 'two ways into a circle', programOf(twoWaysIntoACircle)],
];

/** On these the search misses something if a part of it is left out that has no name: see what is said of each. */
export const otherPrograms: readonly (readonly [part: string, program: Program])[] = [
  ['unknown conflicts are raised for readers, too', randomlyMade('loops', 247)],
  ['an acquire asks for the lockset of its lock', randomlyMade('rich', 1699)],
];
