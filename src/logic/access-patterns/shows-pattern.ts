// Does an execution show a pattern? A pure check over its accesses, used on replayed witnesses: it trusts nothing of
// how the execution was found. All events of one role must come from one unit, and u and v from different processes.

import type { AccessKind, AccessPattern } from './pattern.js';

export interface UnitAccess {
  readonly thread: string;
  /** The same for accesses of one unit instance; an access outside any unit has one of its own. */
  readonly unit: string;
  readonly kind: AccessKind;
  readonly variable: string;
}

export interface PatternBinding<A extends UnitAccess> {
  /** Whose units may play u and v: asked about some access of each unit. */
  readonly u: (access: A) => boolean;
  readonly v: (access: A) => boolean;
  /** What x and y stand for. */
  readonly variables: readonly string[];
}

/** Indices into `accesses` of one occurrence, or undefined. */
export function showsPattern<A extends UnitAccess>(
  pattern: AccessPattern,
  binding: PatternBinding<A>,
  accesses: readonly A[],
): readonly number[] | undefined {
  // Executions are long, and what a pattern is about is little of them.
  const concerned = [...accesses.keys()].filter((index) => binding.variables.includes(accesses[index]!.variable));
  const units = [...new Map(concerned.map((index) => [accesses[index]!.unit, accesses[index]!])).values()];
  const others = units.filter((unit) => binding.v(unit));
  for (const u of units.filter((unit) => binding.u(unit)))
    for (const v of others) {
      if (u.thread === v.thread || u.unit === v.unit) continue;
      const found = findSubsequence(pattern, { u: u.unit, v: v.unit }, binding.variables, accesses, concerned);
      if (found) return found;
    }
  return undefined;
}

/** Greedy: taking each event as early as possible never hurts. */
function findSubsequence(
  pattern: AccessPattern,
  units: { readonly u: string; readonly v: string },
  variables: readonly string[],
  accesses: readonly UnitAccess[],
  concerned: readonly number[],
): readonly number[] | undefined {
  const found: number[] = [];
  for (const index of concerned) {
    const access = accesses[index]!;
    const event = pattern.events[found.length];
    if (!event || access.unit !== units[event.role]) continue;
    if (access.kind === event.kind && access.variable === variables[event.variable]) found.push(index);
  }
  return found.length === pattern.events.length ? found : undefined;
}
