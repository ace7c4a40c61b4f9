// What a witness shows must be what was replayed: a step's action, target, place and change are words that people read, while
// a replay needs only the thread and its choices. They are compared here, so that no words can be put into a witness.

import type { Program } from '../../model/program/program.js';
import { type ProgramRun, witnessOfRun } from '../program-run.js';
import type { Witness, WitnessStep } from '../witness.js';
import { runWitness } from './run-witness.js';

/** A step without what only its author can say. */
export type ShownStep = Omit<WitnessStep, 'choice' | 'value' | 'note'>;

/** How a step differs from the one that was replayed, in words. */
export function stepDifference(shown: WitnessStep, real: ShownStep): string | undefined {
  const pairs = (['thread', 'action', 'target', 'change', 'silent'] as const).map(
    (part) => [part, shown[part], real[part]] as const,
  );
  const places = (['line', 'column'] as const).map((part) => [part, shown.place?.[part], real.place?.[part]] as const);
  const differing = [...pairs, ...places].find(([, there, here]) => there !== here);
  if (!differing) return undefined;
  const [part, there, here] = differing;
  return `its ${part} is ${here ?? 'none'}, not ${there ?? 'none'}`;
}

/** The first step that shows something else than what was replayed. */
export function shownDifference(steps: readonly WitnessStep[], real: readonly ShownStep[]): string | undefined {
  for (const [i, step] of steps.entries()) {
    const replayed = real[i];
    const difference = replayed ? stepDifference(step, replayed) : 'it was not replayed';
    if (difference !== undefined) return `step ${i + 1}: ${difference}`;
  }
  return undefined;
}

export function runDifference(run: ProgramRun, { steps }: Witness): string | undefined {
  return shownDifference(steps, witnessOfRun(run).steps);
}

/** The execution of `program` with the same threads and choices, told in its own words; undefined if there is none. */
export function retellWitness(program: Program, witness: Witness): Witness | undefined {
  const run = runWitness(program, witness);
  if (typeof run === 'string') return undefined;
  const notes = new Map(witness.steps.flatMap(({ note }, i) => (note === undefined ? [] : [[i, note] as const])));
  return { ...witness, steps: witnessOfRun(run, notes).steps };
}
