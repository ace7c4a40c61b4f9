// Does an execution of a program show the violation of a property? One check per property kind, each reading only the
// executed steps, none trusting anything the engine said about them.

import { isAtLabel, labelsOfTarget } from '../../model/program/labels.js';
import { finalState, type ProgramRun } from '../program-run.js';
import type { FailureProperty, Property, RaceProperty } from '../property.js';
import { showsAtomicityViolation } from './atomicity-check.js';
import { checkDeadlock } from './deadlock-check.js';
import { checkEndless } from './endless-check.js';
import { lastStepRaces } from './race-check.js';

/** Undefined when the run shows the violation, else a sentence that says what is missing. */
export function checkShown(run: ProgramRun, property: Property): string | undefined {
  switch (property.kind) {
    case 'assertion':
    case 'error':
      return checkFailure(run, property);
    case 'deadlock':
      return checkDeadlock(run, property);
    case 'termination':
      return checkEndless(run, property);
    case 'race':
      return checkRace(run, property);
    case 'atomicity':
      return showsAtomicityViolation(run, property);
    case 'pairwise':
      return checkLabels(run, property.labels);
    case 'coverable':
      return checkCovered(run, property.target);
    default:
      return `no check for a property of kind ${property.kind}`;
  }
}

function checkFailure(run: ProgramRun, property: FailureProperty): string | undefined {
  const last = run.steps[run.steps.length - 1];
  if (last?.failure?.kind !== property.kind) return `the last step does not fail with an ${property.kind}`;
  if (property.reason !== undefined && last.failure.reason !== property.reason)
    return `the last step fails with ${last.failure.reason}`;
  const { line, column } = run.program.source.place(last.move.edge.origin);
  if (line === property.line && column === property.column) return undefined;
  return `the last step fails at ${line}:${column}`;
}

function checkRace(run: ProgramRun, property: RaceProperty): string | undefined {
  const raced = lastStepRaces(run);
  if (raced === undefined) return 'the last step does not race with an earlier access';
  return raced === property.variable ? undefined : `the race is on ${raced}`;
}

function checkLabels(run: ProgramRun, labels: readonly string[]): string | undefined {
  const state = finalState(run);
  const at = (label: string) =>
    state.threads.flatMap((thread, id) => (isAtLabel(run.program, thread, label) ? [id] : []));
  const [first = '', second = ''] = labels;
  const apart = at(first).some((one) => at(second).some((other) => one !== other));
  return apart ? undefined : `no two threads are at ${first} and ${second}`;
}

/** What `cover` asks about programs: a failed assertion, a thread at a label, or two at two. */
function checkCovered(run: ProgramRun, target: string): string | undefined {
  const [first, second] = labelsOfTarget(target);
  if (first === undefined) {
    const failed = run.steps[run.steps.length - 1]?.failure?.kind === 'assertion';
    return failed ? undefined : 'the last step fails no assertion';
  }
  if (second !== undefined) return checkLabels(run, [first, second]);
  const isThere = finalState(run).threads.some((thread) => isAtLabel(run.program, thread, first));
  return isThere ? undefined : `no thread is at ${first}`;
}
