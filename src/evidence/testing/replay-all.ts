// For tests of replayers: every witness that can be written with a few steps, up to a length, against what is true.

import type { Model } from '../../model/model.js';
import type { Property } from '../../verdict/property.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import type { Replayer, ReplayOutcome } from '../replayer.js';

export function replay<M extends Model>(
  replayer: Replayer<M>,
  model: M,
  property: Property,
  witness: Witness,
  confirmed = true,
): ReplayOutcome {
  const run = replayer.replay(model, [{ property, witness, confirmed }]);
  let next = run.next();
  while (!next.done) next = run.next();
  return next.value[0]!;
}

/** All sequences of at most so many of them, the empty one first. */
export function* sequences<T>(alphabet: readonly T[], length: number): Generator<readonly T[]> {
  yield [];
  if (length === 0) return;
  for (const rest of sequences(alphabet, length - 1)) for (const first of alphabet) yield [first, ...rest];
}

export interface Told<T> {
  readonly replayed: number;
  readonly refused: number;
  /** Sequences about which the replayer is wrong. */
  readonly wrong: readonly (readonly T[])[];
}

export function replayAll<T>(
  all: Iterable<readonly T[]>,
  isReplayed: (sequence: readonly T[]) => boolean,
  isTrue: (sequence: readonly T[]) => boolean,
): Told<T> {
  const told = { replayed: 0, refused: 0, wrong: [] as (readonly T[])[] };
  for (const sequence of all) {
    const is = isReplayed(sequence);
    told[is ? 'replayed' : 'refused']++;
    if (is !== isTrue(sequence)) told.wrong.push(sequence);
  }
  return told;
}

/** Words that a step shows and that are not so: each must be refused. */
export function falselyTold(steps: readonly WitnessStep[]): (readonly WitnessStep[])[] {
  const edits: readonly ((step: WitnessStep) => WitnessStep)[] = [
    (step) => ({ ...step, action: `${step.action}s` }),
    (step) => ({ ...step, target: `${step.target ?? ''}?` }),
    (step) => ({ ...step, change: `${step.change ?? ''}?` }),
    (step) => ({ ...step, thread: `${step.thread}0` }),
    (step) => ({ ...step, locals: [['__proto__', '1']] }),
  ];
  return steps.flatMap((step, i) => edits.map((edit) => steps.with(i, edit(step))));
}
