// What a worker says, checked as if anybody could have said it: witnesses are replayed, certificates certified, and where the
// engine can tell, nothing may be missing. A `holds` without a certificate stays on the worker's word, and says so.

import { failure, type Result, success } from '../../base/result.js';
import { Unpacker } from '../../pipeline/answers/packed.js';
import { recheckAnswer } from '../../pipeline/answers/recheck.js';
import type { Ending } from '../../pipeline/job.js';
import { noCertificate } from '../../verdict/certificate.js';
import type { Finding } from '../../verdict/verdict.js';
import { nodePlatform } from '../platform.js';
import type { AskedQuestion } from './cluster-pool.js';
import type { QuestionAnswer } from './traffic.js';

export interface CheckedAnswer {
  readonly findings: readonly (readonly Finding[])[];
  readonly ending: Ending;
}

export async function checkedAnswer(
  answer: QuestionAnswer | 'malformed',
  { job, question, model }: AskedQuestion,
): Promise<Result<CheckedAnswer, string>> {
  if (answer === 'malformed') return failure('it cannot be read');
  const unpacker = new Unpacker();
  const batches = answer.packed.map((packed) => unpacker.unpack(packed));
  const findings = batches.flat();
  const because = await recheckAnswer({ job, question, model, findings }, answer.ending, nodePlatform);
  if (because !== undefined) return failure(because);
  return success({ findings: batches.map((batch) => batch.map(onItsWord)), ending: answer.ending });
}

/** What holds because a worker says so, and for no other reason. */
export function onItsWord(finding: Finding): Finding {
  const { verdict } = finding;
  if (verdict.kind !== 'holds' || verdict.certificate.kind !== 'none') return finding;
  const certificate = noCertificate(`on the word of a worker: ${verdict.certificate.because}`);
  return { ...finding, verdict: { ...verdict, certificate } };
}
