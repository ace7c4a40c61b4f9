// Finds a compatible pair between two sets of tuples (Alg. 1, the nested loops at its end), phase by phase: tuples are
// grouped by their components, so each pair of distinct histories is tested once per pair of groups and whole groups
// fall away together. In the worst case every pair is looked at, in practice few histories occur in a phase.

import type { HistoryId } from './history-table.js';
import type { TupleId, TupleTable } from './tuple-table.js';

/** A compatible pair, or undefined. All tuples have the same length. */
function compatiblePair(
  tuples: TupleTable,
  ones: readonly TupleId[],
  others: readonly TupleId[],
): readonly [TupleId, TupleId] | undefined {
  if (ones.length === 0 || others.length === 0) return undefined;
  const phases = tuples.components(ones[0]!).length;
  return joinFrom(tuples, ones, others, 0, phases);
}

/** The recursion is as deep as there are phases. */
function joinFrom(
  tuples: TupleTable,
  ones: readonly TupleId[],
  others: readonly TupleId[],
  phase: number,
  phases: number,
): readonly [TupleId, TupleId] | undefined {
  if (phase === phases) return [ones[0]!, others[0]!];
  const otherGroups = groupBy(tuples, others, phase);
  for (const [mine, ownGroup] of groupBy(tuples, ones, phase)) {
    for (const [theirs, otherGroup] of otherGroups) {
      if (!tuples.histories.compatible(mine, theirs)) continue;
      const found = joinFrom(tuples, ownGroup, otherGroup, phase + 1, phases);
      if (found) return found;
    }
  }
  return undefined;
}

function groupBy(tuples: TupleTable, ids: readonly TupleId[], phase: number): Map<HistoryId, TupleId[]> {
  const groups = new Map<HistoryId, TupleId[]>();
  for (const id of ids) {
    const component = tuples.components(id)[phase]!;
    const group = groups.get(component);
    if (group) group.push(id);
    else groups.set(component, [id]);
  }
  return groups;
}

/** The same for any number of processes: one tuple from each set, compatible in every phase. Plain backtracking. */
export function compatibleChoice(
  tuples: TupleTable,
  choices: readonly (readonly TupleId[])[],
): readonly TupleId[] | undefined {
  const [first, second] = choices;
  if (choices.length === 2) return compatiblePair(tuples, first!, second!);
  const chosen: TupleId[] = [];
  const next = choices.map(() => 0);
  while (true) {
    const level = chosen.length;
    if (level === choices.length) return chosen;
    const candidate = choices[level]![next[level]!++];
    if (candidate === undefined) {
      next[level] = 0;
      if (chosen.pop() === undefined) return undefined;
    } else if (compatibleTuples(tuples, [...chosen, candidate])) chosen.push(candidate);
  }
}

function compatibleTuples(tuples: TupleTable, all: readonly TupleId[]): boolean {
  const components = all.map((tuple) => tuples.components(tuple));
  return components[0]!.every((_, phase) =>
    tuples.histories.compatibleAll(components.map((histories) => histories[phase]!)),
  );
}
