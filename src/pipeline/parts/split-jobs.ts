// Large inputs are asked in parts, so that all cores, machines and interrupted runs have something smaller than a whole model to
// share. How many parts there are depends on the size of the input alone: whoever answers them, the report is the same.

import { engineEntry, readerById } from '../catalogue.js';
import type { Input, Job, Question } from '../job.js';

/** Below this an input is asked as a whole: parts would cost more than they bring. */
const leastSize = 8_000;
/** So small that nobody waits long for the last part of somebody else. */
const sizePerPart = 2_000;
const mostParts = 48;

export function splitJobs(jobs: readonly Job[]): Job[] {
  return jobs.map((job) => {
    const size = sizeOf(job.input);
    if (size < leastSize) return job;
    const of = Math.min(mostParts, Math.ceil(size / sizePerPart));
    return { ...job, questions: job.questions.flatMap((question) => partsInto(question, job.input, of)) };
  });
}

/** Checking what follows may take as long as finding it: then it is shared too, by fewer, who all check some things again. */
const mostConclusions = 16;
const partsPerConclusion = 2;

/** The parts, and the questions that conclude from them where the engine needs some. */
export function partsInto(question: Question, input: Input, of: number): Question[] {
  // Questions about source code are split by class, whatever engine answers them.
  const kind = readerById(input.reader)?.inquires ? 'concluded' : engineEntry(question.engine)?.info.splits;
  if (kind === undefined) return [question];
  const shares = Math.min(Math.ceil(of / partsPerConclusion), mostConclusions);
  const conclusions = kind === 'concluded in parts' ? shares : kind === 'concluded' ? 1 : 0;
  const several = conclusions > 1 ? { conclusions } : {};
  return Array.from({ length: of + conclusions }, (_, index) => ({ ...question, part: { index, of, ...several } }));
}

/** Characters of everything that is read; streams are not split. */
function sizeOf({ content }: Input): number {
  if (content.kind === 'stream') return 0;
  if (content.kind === 'project') return content.sources.reduce((sum, { text }) => sum + text.length, 0);
  return Object.values(content.companions).reduce((sum, { text }) => sum + text.length, content.text.length);
}
