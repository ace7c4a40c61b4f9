// Sightings of the search as violations: each path is run again on the reference semantics, which says what it shows.
// A path that does not show what the machine saw is a bug of the machine, and an exception.

import type { Program } from '../../../model/program/program.js';
import { initialState } from '../../../model/program/state.js';
import { checkShown } from '../../../verdict/meaning/program-checks.js';
import { finalState, type ProgramRun, runMoves } from '../../../verdict/program-run.js';
import type { FoundViolation } from '../search-result.js';
import { deadlockViolations, failureViolation, raceViolation, type Violation } from '../violation.js';
import type { Sighting } from './sightings.js';

/** One violation per id, each with the shortest path seen. */
export function foundViolations(program: Program, sightings: readonly Sighting[]): FoundViolation[] {
  const shortest = new Map<string, FoundViolation>();
  for (const sighting of sightings) {
    const run = runMoves(program, initialState(program), sighting.moves);
    const violations = violationsOf(run, sighting);
    if (violations.length === 0) throw doesNotReplay(sighting, 'nothing goes wrong');
    for (const violation of violations) {
      const missing = checkShown(run, violation.property);
      if (missing !== undefined) throw doesNotReplay(sighting, missing);
      const known = shortest.get(violation.id);
      if (known && known.moves.length <= sighting.moves.length) continue;
      shortest.set(violation.id, { ...violation, moves: sighting.moves });
    }
  }
  return [...shortest.values()];
}

function doesNotReplay({ kind, key }: Sighting, missing: string): Error {
  return new Error(`the ${kind} ${key} does not replay: ${missing}`);
}

/** A deadlock may have several causes. */
function violationsOf(run: ProgramRun, { kind, key }: Sighting): readonly Violation[] {
  switch (kind) {
    case 'failure': {
      const failure = failureViolation(run.program, run.steps[run.steps.length - 1]!);
      return failure ? [failure] : [];
    }
    case 'deadlock':
      return deadlockViolations(run.program, finalState(run));
    case 'race':
      return [raceViolation(key)];
  }
}
