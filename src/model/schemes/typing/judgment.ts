// Judgments about a term of base sort: under the listed assumptions about the rule's variables it has the base type.
// An assumption is a number (variable and type), a set of assumptions an ascending list.

import type { TypeStore } from './type-store.js';

export interface Judgment {
  readonly needs: Needs;
  readonly base: number;
}

export type Needs = readonly number[];

export const noNeeds: Needs = [];

const typesPerVariable = 2 ** 26;

export function assumption(variable: number, type: number): Needs {
  return [variable * typesPerVariable + type];
}

/** The types assumed of each variable. */
export function typesNeeded(needs: Needs, variables: number): number[][] {
  const sets: number[][] = Array.from({ length: variables }, () => []);
  for (const need of needs) sets[Math.floor(need / typesPerVariable)]!.push(need % typesPerVariable);
  return sets;
}

export function uniteNeeds(a: Needs, b: Needs): Needs {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const united: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [x, y] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY];
    united.push(Math.min(x, y));
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return united;
}

function includesNeeds(large: Needs, small: Needs): boolean {
  let i = 0;
  for (const need of small) {
    while (i < large.length && large[i]! < need) i++;
    if (large[i] !== need) return false;
  }
  return true;
}

/** Do assumptions `strong` give everything that `weak` assumes? Equal, or a subtype for each. */
function entails(types: TypeStore, strong: Needs, weak: Needs): boolean {
  if (includesNeeds(strong, weak)) return true;
  return weak.every((need) => {
    const variable = Math.floor(need / typesPerVariable);
    return strong.some(
      (given) =>
        Math.floor(given / typesPerVariable) === variable &&
        types.isSubtype(given % typesPerVariable, need % typesPerVariable),
    );
  });
}

/** The ways to meet all of several demands, each of which can be met in some ways: products, weakest only. */
export function meetAll(types: TypeStore, demands: readonly (readonly Needs[])[]): readonly Needs[] {
  let ways: readonly Needs[] = [noNeeds];
  for (const demand of demands) {
    if (demand.length === 0) return [];
    if (demand.length === 1 && demand[0]!.length === 0) continue;
    ways = weakest(
      types,
      ways.flatMap((way) => demand.map((needs) => uniteNeeds(way, needs))),
    );
  }
  return ways;
}

function weakest(types: TypeStore, ways: readonly Needs[]): Needs[] {
  const kept: Needs[] = [];
  for (const way of [...ways].sort((a, b) => a.length - b.length))
    if (!kept.some((other) => entails(types, way, other))) kept.push(way);
  return kept;
}

/**
 * Judgments without those that another one makes superfluous: it assumes no more and says at least as much. Sound for
 * open terms too: wherever the dropped judgment's assumptions hold, so do those of the one that stays.
 */
export function strongest<J extends { readonly needs: Needs }>(
  types: TypeStore,
  judgments: readonly J[],
  saysAsMuch: (a: J, b: J) => boolean,
): J[] {
  const kept: J[] = [];
  for (const judgment of [...judgments].sort((a, b) => a.needs.length - b.needs.length)) {
    const isCovered = kept.some((other) => saysAsMuch(other, judgment) && entails(types, judgment.needs, other.needs));
    if (!isCovered) kept.push(judgment);
  }
  return kept;
}
