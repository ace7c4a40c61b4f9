// What the engine says about a program that starts threads, held against full exploration: `violated` must be there,
// `holds` must not; `unknown` is allowed where the program is not exactly what the procedure covers, and is counted.

import { patternById } from '../../../logic/access-patterns/conflict-cycles.js';
import type { Program } from '../../../model/program/program.js';
import { askedAs } from '../../../verdict/testing/asked.js';
import type { Finding } from '../../../verdict/verdict.js';
import { findingsOf, firstProblem } from './run-engine.js';
import { accessesMade, threadGraph, threadsShow } from './thread-graph.js';

export interface VerdictCounts {
  violated: number;
  holds: number;
  unknown: number;
}

/** Adds to the counts; the first wrong verdict, or evidence that is not accepted, in words. */
export function firstWrongVerdict(program: Program, limit: number, counts: VerdictCounts): string | undefined {
  const findings = findingsOf(program, { all: '' });
  for (const { verdict } of findings) counts[verdict.kind]++;
  const problem = firstProblem(
    program,
    findings.filter(({ verdict }) => verdict.kind !== 'unknown'),
  );
  if (problem) return problem;
  const twice = new Map(program.processes.map(({ instances }, id) => [id, instances === 'any' ? 2 : 1]));
  const { graph, isComplete } = threadGraph(program, twice, limit);
  const made = accessesMade(graph);
  const isReached = (finding: Finding) => {
    const { pattern = '', unit = '', other = '', variables = [] } = askedAs(finding, 'atomicity');
    const names = variables.map((name) => program.variables.findIndex((variable) => variable.name === name));
    const shape = patternById(pattern)!;
    const possible = shape.events.every(({ role, kind, variable }) =>
      made.has(`${role === 'u' ? unit : other} ${kind} ${names[variable]}`),
    );
    return possible && threadsShow(graph, shape, unit, other, names);
  };
  for (const finding of findings) {
    const { verdict, property } = finding;
    const wrong =
      (verdict.kind === 'holds' && isReached(finding)) ||
      (verdict.kind === 'violated' && verdict.confirmed && isComplete && !isReached(finding));
    if (wrong) return `${verdict.kind} is wrong: ${JSON.stringify(property)}`;
  }
  return undefined;
}
