// Does an execution show that threads can run for ever? Its last steps lead back to a state in which it was before, and going
// round like that is fair: every thread that can move in a state on the way does move (strong fairness).

import { movesOf } from '../../model/program/moves.js';
import { stateKey } from '../../model/program/state.js';
import { finalState, type ProgramRun } from '../program-run.js';
import type { TerminationProperty } from '../property.js';
import { processOfThread } from '../unit-accesses.js';

/** The step with which the fair cycle at the end begins; undefined if there is none. */
export function endlessFrom(run: ProgramRun): number | undefined {
  const end = stateKey(finalState(run));
  const enabled = new Set<number>();
  const moving = new Set<number>();
  for (let i = run.steps.length - 1; i >= 0; i--) {
    const { before, move } = run.steps[i]!;
    moving.add(move.thread);
    for (const { thread } of movesOf(run.program, before)) enabled.add(thread);
    if (stateKey(before) === end && [...enabled].every((thread) => moving.has(thread))) return i;
  }
  return undefined;
}

/** The processes whose threads run for ever. */
export function endlessProperty(run: ProgramRun): TerminationProperty | undefined {
  const from = endlessFrom(run);
  if (from === undefined) return undefined;
  const names = run.steps.slice(from).map(({ before, move }) => processOfThread(before.threads[move.thread]!.name));
  return { kind: 'termination', endless: [...new Set(names)].sort() };
}

export function checkEndless(run: ProgramRun, property: TerminationProperty): string | undefined {
  const shown = endlessProperty(run);
  if (!shown) return 'the last steps are no fair cycle';
  return JSON.stringify(shown) === JSON.stringify(property) ? undefined : `the cycle shows ${JSON.stringify(shown)}`;
}
