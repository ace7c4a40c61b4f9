// What one worker has to answer: a question by itself; or, where questions know what others have told (those about source
// code), all engines' questions about the same classes, one after the other.

import { groupBy } from '../../base/group-by.js';
import { readerById } from '../catalogue.js';
import { type Input, isConclusion, type Question } from '../job.js';

/** A job as its shares depend on it. */
export interface SharedJob {
  readonly input: Pick<Input, 'reader'>;
  readonly questions: readonly Pick<Question, 'engine' | 'part'>[];
}

/** Numbers of questions, those of one share in their order. */
export function sharesOf({ input, questions }: SharedJob): number[][] {
  const numbers = [...questions.keys()];
  if (!readerById(input.reader)?.inquires) return numbers.map((number) => [number]);
  // A conclusion needs the parts of its own engine, and nothing else.
  const shared = groupBy(numbers, (number) => {
    const question = questions[number]!;
    return isConclusion(question) ? `conclusion ${question.engine}` : `part ${question.part?.index}`;
  });
  return [...shared.values()];
}

/** Some questions of a job, and their numbers in it. */
export function shareOfJob<J extends SharedJob>(job: J, numbers: readonly number[]): J {
  return { ...job, questions: numbers.map((number) => job.questions[number]!) };
}
