// Something an execution does that a property forbids. `id` tells distinct failures apart: assertions and errors by
// location, races by variable, deadlocks by their cause (contract.md, JSON report).

import type { Program } from '../../model/program/program.js';
import type { State } from '../../model/program/state.js';
import { deadlocksOf } from '../../verdict/meaning/deadlock-check.js';
import type { RunStep } from '../../verdict/program-run.js';
import type { Property } from '../../verdict/property.js';
import type { ExploreProperty } from './info.js';

export interface Violation {
  readonly of: ExploreProperty;
  readonly property: Property;
  readonly id: string;
}

export function failureViolation(program: Program, step: Pick<RunStep, 'failure' | 'move'>): Violation | undefined {
  if (!step.failure) return undefined;
  const { kind, reason } = step.failure;
  const { line, column } = program.source.place(step.move.edge.origin);
  const property = { kind, reason, line, column };
  return { of: kind === 'assertion' ? 'assertions' : 'errors', property, id: `${kind} ${line}:${column} ${reason}` };
}

/** One per cause; none where the state is no deadlock. */
export function deadlockViolations(program: Program, state: State): Violation[] {
  return deadlocksOf(program, state).map(({ property, id }) => ({ of: 'deadlocks', property, id }));
}

export function raceViolation(variable: string): Violation {
  return { of: 'races', property: { kind: 'race', variable }, id: `race ${variable}` };
}
