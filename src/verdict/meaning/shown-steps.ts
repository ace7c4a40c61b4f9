// What a witness shows must be what was replayed: a step's action, target, place and change are words that people read, while
// a replay needs only the thread and its choices. They are compared here, so that no words can be put into a witness.

import type { Program } from '../../model/program/program.js';
import type { ProgramRun } from '../program-run.js';
import { waitingThreads, wordsOfRun } from '../waiting-threads.js';
import type { Witness } from '../witness.js';
import { startValuesOf, witnessOfRun, witnessStep } from '../witness-of-run.js';
import { runWitness } from './run-witness.js';
import { stepDifference, valuesText } from './step-difference.js';

export function runDifference(run: ProgramRun, { steps, startValues, waiting }: Witness): string | undefined {
  const words = wordsOfRun(run);
  if (waiting && JSON.stringify(waiting) !== JSON.stringify([...waitingThreads(run).values()]))
    return 'other threads wait at the end, or for something else';
  const real = startValuesOf(words, run);
  const [there, here] = [valuesText(startValues), valuesText(real.length === 0 ? undefined : real)];
  if (there !== here) return `the initial values are ${here ?? 'none'}, not ${there ?? 'none'}`;
  for (const [i, step] of steps.entries()) {
    const replayed = run.steps[i];
    if (replayed && replayed.shownAs === step) continue;
    const difference = replayed ? stepDifference(step, witnessStep(words, replayed, undefined)) : 'it was not replayed';
    if (difference !== undefined) return `step ${i + 1}: ${difference}`;
  }
  return undefined;
}

/** The execution of `program` with the same threads and choices, told in its own words; undefined if there is none. */
export function retellWitness(program: Program, witness: Witness): Witness | undefined {
  const run = runWitness(program, witness);
  if (typeof run === 'string') return undefined;
  const notes = new Map(witness.steps.flatMap(({ note }, i) => (note === undefined ? [] : [[i, note] as const])));
  const { startValues, steps } = witnessOfRun(run, notes);
  const { startValues: _, ...rest } = witness;
  return startValues ? { ...rest, steps, startValues } : { ...rest, steps };
}
