// Compares a method with full exploration on every query about the first two processes of a program.

import type { Program } from '../../../../model/program/program.js';
import { completeQuerySets, finish, flowsOf, variableCells } from '../../testing/differential.js';
import { interleavingGraph } from '../../testing/interleaving-graph.js';
import { patternReachable } from '../../testing/pattern-monitor.js';
import type { DecisionMethod } from '../method.js';

export interface Comparison {
  /** The first wrong answer. */
  readonly wrong: string | undefined;
  readonly answered: number;
  readonly unknown: number;
}

/** Undefined if the program has too many interleavings to explore. */
export function compareMethod(program: Program, method: DecisionMethod): Comparison | undefined {
  const graph = interleavingGraph(program, [0, 1]);
  if (!graph) return undefined;
  const [first, second] = flowsOf(program);
  let [answered, unknown] = [0, 0];
  for (const cell of variableCells(program.variables.length)) {
    const querySet = completeQuerySets[cell.length - 1]!;
    const answers = finish(method.decide(first!, second!, cell, querySet));
    for (const [i, { pattern, variables: order }] of querySet.queries.entries())
      for (const u of [0, 1] as const) {
        const { kind } = answers[i]![u === 0 ? 'u' : 'v'];
        const variables = order.map((position) => cell[position]!);
        if (kind === 'unknown') unknown++;
        else if ((kind === 'violated') === patternReachable(graph, pattern, u, variables)) answered++;
        else
          return {
            wrong: `pattern ${pattern.id}, u = P${u}, variables ${variables}: ${kind} is wrong`,
            answered,
            unknown,
          };
      }
  }
  return { wrong: undefined, answered, unknown };
}
