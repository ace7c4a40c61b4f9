// Compares a way of deciding with full exploration, on every query about the first two processes of a program.

import { Rng } from '../../../base/rng.js';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { completePatterns } from '../../../logic/access-patterns/conflict-cycles.js';
import type { AccessPattern } from '../../../logic/access-patterns/pattern.js';
import { type QuerySet, querySetOf } from '../../../logic/access-patterns/query-set.js';
import type { Program } from '../../../model/program/program.js';
import { type Decided, Decider } from '../decide/decider.js';
import type { DecisionRules } from '../decide/decision-rules.js';
import { type FlowProcess, flowProcess } from '../flow/flow.js';
import { keepAtEnd } from '../flow/keep-at-end.js';
import { pairOf } from '../threads/thread-questions.js';
import { interleavingGraph } from './interleaving-graph.js';
import { patternReachable } from './pattern-monitor.js';
import { type EmlShape, randomEml } from './random-eml.js';

export const completeQuerySets: readonly QuerySet[] = [1, 2].map(
  (variables) => querySetOf(completePatterns, variables as 1 | 2)!,
);

/** The program of a seed: two processes, up to three locks and two variables. */
export function randomProgram(
  seed: number,
  cooperative = false,
  more: Partial<EmlShape> = {},
): { readonly text: string; readonly program: Program } {
  const rng = new Rng(seed);
  const text = randomEml(rng, {
    processes: 2,
    locks: rng.between(0, 3),
    variables: rng.between(1, 2),
    cooperative,
    ...more,
  });
  return { text, program: programOf(text) };
}

export interface QueryAnswer {
  readonly pattern: AccessPattern;
  readonly u: 0 | 1;
  readonly variables: readonly number[];
  readonly violated: boolean;
  readonly pair: Decided;
}

export function flowsOf(program: Program): FlowProcess[] {
  return program.processes.map(({ entry }) => {
    const flow = flowProcess(keepAtEnd(program), entry);
    if ('because' in flow) throw new Error(flow.because);
    return flow;
  });
}

/** All answers about processes 0 and 1. */
export function* decideAll(program: Program, decider: Decider): Generator<QueryAnswer> {
  const [first, second] = flowsOf(program);
  for (const cell of variableCells(program.variables.length)) {
    const querySet = completeQuerySets[cell.length - 1]!;
    const pair = finish(decider.decide(pairOf(first!, second!), cell, querySet));
    for (const [i, query] of querySet.queries.entries())
      for (const u of [0, 1] as const) {
        const facts = pair.facts[i]![u === 0 ? 'u' : 'v'];
        const variables = query.variables.map((position) => cell[position]!);
        yield { pattern: query.pattern, u, variables, violated: facts !== undefined, pair };
      }
  }
}

export function variableCells(count: number): number[][] {
  const all = Array.from({ length: count }, (_, variable) => variable);
  return [...all.map((x) => [x]), ...all.flatMap((x) => all.filter((y) => y > x).map((y) => [x, y]))];
}

export function finish<T>(run: Generator<unknown, T | undefined, undefined>): T {
  for (;;) {
    const step = run.next();
    if (step.done) return step.value!;
  }
}

/** The first query on which the rules and full exploration disagree; 'too large' if exploration gives up. */
export function findDisagreement(program: Program, rules: DecisionRules): string | undefined {
  const graph = interleavingGraph(program, [0, 1]);
  if (!graph) return undefined;
  for (const { pattern, u, variables, violated } of decideAll(program, new Decider(rules))) {
    const expected = patternReachable(graph, pattern, u, variables);
    if (violated !== expected)
      return `pattern ${pattern.id}, u = P${u}, variables ${variables}: ${violated ? 'violated' : 'holds'} is wrong`;
  }
  return undefined;
}
