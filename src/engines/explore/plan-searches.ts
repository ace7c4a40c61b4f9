// Which searches answer which properties. Locksets decide about assertions, errors, deadlocks and races of programs with
// preemptive threads, the optimal search about those of every scheduling; what a search does not decide is searched in
// full, and the findings say why.

import { asynchronousConstruct } from '../../model/program/asynchronous.js';
import type { Program } from '../../model/program/program.js';
import { sharedLock, timedWait } from '../../model/program/shared-locks.js';
import type { ExploreMethod, ExploreProperty } from './info.js';
import { branchesLocally, unknownAction } from './local-branches.js';
import { isReducible } from './optimal/turn-steps.js';
import type { ExploreOptions } from './options.js';

export interface SearchPlan {
  readonly method: ExploreMethod;
  readonly properties: readonly ExploreProperty[];
  /** Why the method is not the one that was asked for. */
  readonly because?: string;
  /** In a full search: whether states with one possible step are passed instead of kept. */
  readonly passForced?: true;
}

const everyInterleaving = 'every interleaving was visited';
const visibleBranches = `a thread chooses between steps that others can see: ${everyInterleaving}`;

const cycles = 'whether threads run for ever shows in all states together: every interleaving was visited';

export function planSearches(program: Program, options: ExploreOptions): SearchPlan[] {
  const endless = options.properties.filter((property) => property === 'termination');
  const others = options.properties.filter((property) => property !== 'termination');
  return [
    ...(others.length > 0 ? planOthers(program, { ...options, properties: others }) : []),
    ...(endless.length > 0 ? [{ method: 'full' as const, properties: endless, because: cycles }] : []),
  ];
}

function planOthers(program: Program, { method, properties }: ExploreOptions): SearchPlan[] {
  if (method === 'full') return [{ method, properties }];
  const unknown = unknownAction(program);
  if (unknown !== undefined) return [{ method: 'full', properties, because: `${unknown}: ${everyInterleaving}` }];
  const construct =
    program.scheduling === 'cooperative'
      ? 'cooperative scheduling'
      : (asynchronousConstruct(program) ?? sharedLock(program) ?? timedWait(program))?.name;
  if (construct !== undefined && !(method === 'optimal' && isReducible(program)))
    return [{ method: 'full', properties, because: `${construct}: ${everyInterleaving}`, passForced: true }];
  if (!branchesLocally(program)) return [{ method: 'full', properties, because: visibleBranches }];
  const patterns = properties.filter((property) => property === 'atomicity');
  const others = properties.filter((property) => property !== 'atomicity');
  const because = `access patterns depend on the order of all accesses: ${everyInterleaving}`;
  return [
    ...(others.length > 0 ? [{ method, properties: others }] : []),
    ...(patterns.length > 0 ? [{ method: 'full' as const, properties: patterns, because }] : []),
  ];
}
