// Questions for a race: the same question with several methods and search orders, as the engine lists them.

import { engineEntry } from '../catalogue.js';
import type { Job, Question } from '../job.js';

export function withContenders(jobs: readonly Job[]): Job[] {
  return jobs.map((job) => ({ ...job, questions: job.questions.map(raced) }));
}

function raced(question: Question): Question {
  const ways = engineEntry(question.engine)?.info.contenders ?? [];
  if (ways.length < 2) return question;
  const contenders = ways.map((way) => ({
    ...question.options,
    ...Object.fromEntries(Object.entries(way).map(([name, text]) => [name, [{ text }]])),
  }));
  return { ...question, contenders };
}

/** One job for each contender of a question, each with that question alone. */
export function contendersOf(job: Job, index: number): Job[] {
  const { contenders, ...question } = job.questions[index]!;
  const ways = contenders ?? [question.options];
  return ways.map((options) => ({ ...job, questions: [{ ...question, options }] }));
}

/** Options that a race sets itself. */
export function racedOptions(engine: string): ReadonlySet<string> {
  return new Set(engineEntry(engine)?.info.contenders?.flatMap((way) => Object.keys(way)) ?? []);
}
