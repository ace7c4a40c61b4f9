// A program searched optimally: preemptive threads on the machine, anything else turn by turn.

import type { Stop } from '../../../base/budget.js';
import { asynchronousConstruct } from '../../../model/program/asynchronous.js';
import type { Program } from '../../../model/program/program.js';
import { sharedLock, timedWait } from '../../../model/program/shared-locks.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import { unknownAction } from '../local-branches.js';
import type { Sighting } from '../lockset/sightings.js';
import type { SearchLimits } from '../search-result.js';
import { type OptimalCounts, type OptimalRules, optimalSearch } from './optimal-search.js';
import { PreemptiveSteps } from './preemptive-steps.js';
import { TurnSteps } from './turn-steps.js';

export interface ProgramSearchOptions {
  readonly limits: SearchLimits;
  /** Whether to look for races. */
  readonly races: boolean;
  readonly rules: OptimalRules;
  /** Accounts for memory. */
  reserve(bytes: number): void;
}

export function* searchProgram(
  program: Program,
  { limits, races, rules, reserve }: ProgramSearchOptions,
): Generator<EngineEvent, OptimalCounts & { readonly sightings: readonly Sighting[] }, Stop | undefined> {
  const unusual = asynchronousConstruct(program) ?? sharedLock(program) ?? timedWait(program) ?? unknownAction(program);
  const isPreemptive = program.scheduling === 'preemptive' && unusual === undefined;
  const system = isPreemptive
    ? new PreemptiveSteps(program, { races, maxDepth: limits.maxDepth })
    : new TurnSteps(program, races);
  let reserved = 0;
  const account = (ownBytes: number) => {
    const bytes = system.bytes + ownBytes;
    reserve(bytes - reserved);
    reserved = bytes;
    return system.isExhausted ? 'limit of 2^31 changes of the state reached' : undefined;
  };
  const counts = yield* optimalSearch(system, { limits, rules, account });
  reserve(-reserved);
  return { ...counts, sightings: system.sightings.all() };
}
