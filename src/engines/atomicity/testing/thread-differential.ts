// Compares the decision about programs that start threads with full exploration, on every query about every two classes.

import { roles } from '../../../logic/access-patterns/query-answers.js';
import type { Program } from '../../../model/program/program.js';
import { Decider } from '../decide/decider.js';
import type { DecisionRules } from '../decide/decision-rules.js';
import { type ThreadQuestion, ThreadQuestions } from '../threads/thread-questions.js';
import { completeQuerySets, finish, variableCells } from './differential.js';
import { accessesMade, type ExploredThreads, threadGraph, threadsShow } from './thread-graph.js';

/** How a question is asked; tests leave something out to show that it is needed. */
export type Asking = (question: ThreadQuestion) => ThreadQuestion;

export interface Comparison {
  readonly rules: DecisionRules;
  readonly asking: Asking;
  /** States of the program that are explored. */
  readonly limit: number;
}

function questionsOf(program: Program): ThreadQuestions {
  const questions = ThreadQuestions.of(program);
  if ('because' in questions) throw new Error(questions.because);
  return questions;
}

/** Explored completely, with two instances of processes that may have any number; else undefined. */
function exploreThreads(program: Program, limit: number): ExploredThreads | undefined {
  const instances = new Map(program.processes.map((process, id) => [id, process.instances === 'any' ? 2 : 1]));
  const explored = threadGraph(program, instances, limit);
  return explored.isComplete ? explored : undefined;
}

/** The first query on which the decision and full exploration differ; undefined if none does, or it is too large. */
export function threadsDisagreement(program: Program, { rules, asking, limit }: Comparison): string | undefined {
  const explored = exploreThreads(program, limit);
  if (!explored) return undefined;
  const made = accessesMade(explored.graph);
  const questions = questionsOf(program);
  const decider = new Decider(rules);
  for (const { first, second, threads } of questions.pairs)
    for (const cell of variableCells(program.variables.length)) {
      const querySet = completeQuerySets[cell.length - 1]!;
      const decisions = threads.map(([a, b]) =>
        finish(decider.decide(asking(questions.question([a, b])), cell, querySet)),
      );
      for (const [i, { pattern, variables }] of querySet.queries.entries())
        for (const role of roles) {
          const decided = decisions.some(({ facts }) =>
            (first === second ? roles : [role]).some((played) => facts[i]![played] !== undefined),
          );
          const [u, v] = role === 'u' ? [first.name, second.name] : [second.name, first.name];
          const names = variables.map((position) => cell[position]!);
          const isMade = pattern.events.every(({ role, kind, variable }) =>
            made.has(`${role === 'u' ? u : v} ${kind} ${names[variable]}`),
          );
          const expected = isMade && threadsShow(explored.graph, pattern, u, v, names);
          if (decided !== expected)
            return `pattern ${pattern.id}, u ${u}, v ${v}, variables ${names}: ${decided ? 'violated' : 'holds'} is wrong`;
        }
    }
  return undefined;
}
