// What a witness shows must be what was replayed: a step's action, target, place and change are words that people read, while
// a replay needs only the thread and its choices. They are compared here, so that no words can be put into a witness.

import type { Program } from '../../model/program/program.js';
import type { ProgramRun } from '../program-run.js';
import { waitingThreads } from '../waiting-threads.js';
import type { NamedValue, Witness, WitnessStep } from '../witness.js';
import { witnessOfRun } from '../witness-of-run.js';
import { runWitness } from './run-witness.js';

/** A step without what only its author can say. */
export type ShownStep = Omit<WitnessStep, 'choice' | 'value' | 'note'>;

/** How a step differs from the one that was replayed, in words. */
export function stepDifference(shown: WitnessStep, real: ShownStep): string | undefined {
  const pairs = (['thread', 'action', 'target', 'change', 'silent'] as const).map(
    (part) => [part, shown[part], real[part]] as const,
  );
  const places = (['line', 'column'] as const).map((part) => [part, shown.place?.[part], real.place?.[part]] as const);
  const locals = ['locals', valuesText(shown.locals), valuesText(real.locals)] as const;
  const differing = [...pairs, ...places, locals].find(([, there, here]) => there !== here);
  if (!differing) return undefined;
  const [part, there, here] = differing;
  return `its ${part} is ${here ?? 'none'}, not ${there ?? 'none'}`;
}

/** The first step that shows something else than what was replayed. */
function shownDifference(steps: readonly WitnessStep[], real: readonly ShownStep[]): string | undefined {
  for (const [i, step] of steps.entries()) {
    const replayed = real[i];
    const difference = replayed ? stepDifference(step, replayed) : 'it was not replayed';
    if (difference !== undefined) return `step ${i + 1}: ${difference}`;
  }
  return undefined;
}

export function runDifference(run: ProgramRun, { steps, startValues, waiting }: Witness): string | undefined {
  const real = witnessOfRun(run);
  if (waiting && JSON.stringify(waiting) !== JSON.stringify([...waitingThreads(run).values()]))
    return 'other threads wait at the end, or for something else';
  const [there, here] = [valuesText(startValues), valuesText(real.startValues)];
  if (there !== here) return `the initial values are ${here ?? 'none'}, not ${there ?? 'none'}`;
  return shownDifference(steps, real.steps);
}

function valuesText(values: readonly NamedValue[] | undefined): string | undefined {
  return values?.map(([name, value]) => `${name} = ${value}`).join(', ');
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
