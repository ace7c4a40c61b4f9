// What a worker says, checked as if anybody could have said it: witnesses are replayed, certificates certified, and where the
// engine can tell, nothing may be missing. A `holds` without a certificate stays on the worker's word, and says so.

import { failure, type Result, success } from '../../base/result.js';
import { Unpacker } from '../../pipeline/answers/packed.js';
import { type Given, recheckAnswer } from '../../pipeline/answers/recheck.js';
import type { Ending } from '../../pipeline/job.js';
import { noCertificate } from '../../verdict/certificate.js';
import { isFirst } from '../../verdict/engine.js';
import type { Finding } from '../../verdict/verdict.js';
import { nodePlatform } from '../platform.js';
import type { AskedQuestions } from './cluster-pool.js';
import type { QuestionAnswer } from './traffic.js';

export interface CheckedAnswer {
  readonly findings: readonly (readonly Finding[])[];
  readonly ending: Ending;
}

/** One for each question, in their order; or why nothing of it is used. */
export async function checkedAnswers(
  answers: readonly QuestionAnswer[] | 'malformed',
  { job, questions, model }: AskedQuestions,
): Promise<Result<readonly CheckedAnswer[], string>> {
  if (answers === 'malformed') return failure('it cannot be read');
  if (answers.length !== questions.length) return failure('it answers something else');
  const checked: CheckedAnswer[] = [];
  for (const [i, { packed, ending }] of answers.entries()) {
    const unpacker = new Unpacker();
    const batches = packed.map((one) => unpacker.unpack(one));
    const given = { job, question: questions[i]!, model, findings: batches.flat() };
    const because = await recheckAnswer(given, ending, nodePlatform);
    if (because !== undefined) return failure(because);
    checked.push({ findings: batches.map((batch) => batch.map(onItsWord)), ending: noteOfSilence(given, ending) });
  }
  return success(checked);
}

/** Of source code nobody can tell that something is missing: that there is no more rests on the worker's word, and says so. */
function noteOfSilence({ model, question }: Given, ending: Ending): Ending {
  if (model.kind !== 'inquiries' || ending.kind !== 'done' || !isFirst(question.part)) return ending;
  return { ...ending, notes: [...(ending.notes ?? []), silenceOfWorkers] };
}

/** In reports of a cluster. */
const silenceOfWorkers = 'that there is nothing else to find rests on the word of workers';

/** What holds because a worker says so, and for no other reason. */
export function onItsWord(finding: Finding): Finding {
  const { verdict } = finding;
  if (verdict.kind !== 'holds' || verdict.certificate.kind !== 'none') return finding;
  const certificate = noCertificate(`on the word of a worker: ${verdict.certificate.because}`);
  return { ...finding, verdict: { ...verdict, certificate } };
}
