// Judgments about a term of base sort: under the listed assumptions about the rule's variables it has the base type.
// An assumption is a number (variable and type), a set of assumptions an ascending list.

import type { TypeStore } from './type-store.js';

export interface Judgment {
  readonly needs: Needs;
  readonly base: number;
}

export type Needs = readonly number[];

export const noNeeds: Needs = [];
/** One way, without assumptions. */
export const freely: readonly Needs[] = [noNeeds];

const typesPerVariable = 2 ** 26;

export function assumption(variable: number, type: number): Needs {
  return [variable * typesPerVariable + type];
}

/** The types assumed of each variable. */
export function typesNeeded(needs: Needs, variables: number): number[][] {
  const sets: number[][] = [];
  for (let i = 0; i < variables; i++) sets.push([]);
  for (const need of needs) sets[Math.floor(need / typesPerVariable)]!.push(need % typesPerVariable);
  return sets;
}

export function uniteNeeds(a: Needs, b: Needs): Needs {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const united: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a[i]!;
    const y = b[j]!;
    united.push(Math.min(x, y));
    if (x <= y) i++;
    if (y <= x) j++;
  }
  while (i < a.length) united.push(a[i++]!);
  while (j < b.length) united.push(b[j++]!);
  return united;
}

/** Do assumptions `strong` give everything that `weak` assumes? Equal, or a subtype for each. */
function entails(types: TypeStore, strong: Needs, weak: Needs): boolean {
  for (let i = 0; i < weak.length; i++)
    if (!strong.includes(weak[i]!) && !givesSubtype(types, strong, weak[i]!)) return false;
  return true;
}

function givesSubtype(types: TypeStore, strong: Needs, need: number): boolean {
  const type = need % typesPerVariable;
  const first = need - type;
  for (let i = 0; i < strong.length; i++) {
    const given = strong[i]! - first;
    if (given >= typesPerVariable) return false;
    if (given >= 0 && types.isSubtype(given, type)) return true;
  }
  return false;
}

/** The ways to meet all of several demands, each of which can be met in some weakest ways: products, weakest only. */
export function meetAll(types: TypeStore, demands: readonly (readonly Needs[])[]): readonly Needs[] {
  let ways = freely;
  for (const demand of demands) {
    if (demand.length === 0) return demand;
    if (demand.length === 1 && demand[0]!.length === 0) continue;
    ways = ways === freely ? demand : weakest(types, products(ways, demand));
  }
  return ways;
}

function products(ways: readonly Needs[], demand: readonly Needs[]): Needs[] {
  const united: Needs[] = [];
  for (const way of ways) for (const needs of demand) united.push(uniteNeeds(way, needs));
  return united;
}

/** The ways without those that assume more than another one. */
export function weakest(types: TypeStore, ways: readonly Needs[]): readonly Needs[] {
  if (ways.length < 2) return ways;
  const kept: Needs[] = [];
  for (const way of [...ways].sort(byLength)) if (!entailsOne(types, way, kept)) kept.push(way);
  return kept;
}

function entailsOne(types: TypeStore, strong: Needs, ways: readonly Needs[]): boolean {
  for (let i = 0; i < ways.length; i++) if (entails(types, strong, ways[i]!)) return true;
  return false;
}

function byLength(a: Needs, b: Needs): number {
  return a.length - b.length;
}

/**
 * Judgments without those that another one makes superfluous: it assumes no more and says at least as much. Sound for
 * open terms too: wherever the dropped judgment's assumptions hold, so do those of the one that stays.
 */
export function strongest<J extends { readonly needs: Needs }>(
  types: TypeStore,
  judgments: readonly J[],
  saysAsMuch: (a: J, b: J) => boolean,
): readonly J[] {
  if (judgments.length < 2) return judgments;
  const kept: J[] = [];
  for (const judgment of [...judgments].sort((a, b) => a.needs.length - b.needs.length)) {
    let isCovered = false;
    for (let i = 0; i < kept.length && !isCovered; i++)
      isCovered = saysAsMuch(kept[i]!, judgment) && entails(types, judgment.needs, kept[i]!.needs);
    if (!isCovered) kept.push(judgment);
  }
  return kept;
}
