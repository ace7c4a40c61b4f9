// A method against full exploration on many random programs.

import { Rng } from '../../../../base/rng.js';
import { programOf } from '../../../../frontends/eml/testing/program-of.js';
import { randomEml } from '../../testing/random-eml.js';
import type { DecisionMethod } from '../method.js';
import { compareMethod } from './compare-method.js';

export interface RandomComparison {
  readonly wrong: string | undefined;
  readonly programs: number;
  readonly answered: number;
  readonly unknown: number;
}

export interface RandomCases {
  readonly runs: number;
  readonly seed: number;
  readonly cooperative?: boolean;
  /** Most locks of a program. */
  readonly locks?: number;
}

/** Stops at the first wrong answer. */
export function compareOnRandomPrograms(
  methodFor: () => DecisionMethod,
  { runs, seed, cooperative = false, locks = 3 }: RandomCases,
): RandomComparison {
  let [programs, answered, unknown] = [0, 0, 0];
  const method = methodFor();
  for (let run = 0; run < runs; run++) {
    const rng = new Rng(seed + run);
    const text = randomEml(rng, {
      processes: 2,
      locks: rng.between(0, locks),
      variables: rng.between(1, 2),
      cooperative,
    });
    const comparison = compareMethod(programOf(text), method);
    if (!comparison) continue;
    programs++;
    answered += comparison.answered;
    unknown += comparison.unknown;
    if (comparison.wrong)
      return { wrong: `seed ${seed + run}: ${comparison.wrong}\n${text}`, programs, answered, unknown };
  }
  return { wrong: undefined, programs, answered, unknown };
}
