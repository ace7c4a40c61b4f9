// A race: several ways to answer one question at the same time. The first answer that is checked in everything it says wins, and
// the others are told to stop. Sound methods agree, so who wins changes the evidence and the time, never the verdict;
// where nobody has an answer of that kind, the one that leaves least open counts, the first in the list of several.

import type { Finding } from '../../verdict/verdict.js';
import type { Answer, Reading } from '../job.js';

export interface Ran extends Reading {
  readonly answer: Answer;
}

/** `runs` end early, in whatever way, when their signal says so. */
export async function race(runs: readonly ((signal: AbortSignal) => Promise<Ran>)[]): Promise<Ran> {
  const stops = runs.map(() => new AbortController());
  const ended: (Ran | undefined)[] = runs.map(() => undefined);
  const winner = await new Promise<Ran | undefined>((resolve, reject) => {
    const all = runs.map(async (run, i) => {
      const ran = await run(stops[i]!.signal);
      ended[i] = ran;
      if (openIn(ran.answer) === 0) resolve(ran);
    });
    Promise.all(all).then(() => resolve(undefined), reject);
  });
  for (const stop of stops) stop.abort();
  if (winner) return winner;
  const [best] = ended.flatMap((ran) => ran ?? []).toSorted((a, b) => openIn(a.answer) - openIn(b.answer));
  return best!;
}

/** How much of an answer is not settled by evidence that was checked. */
function openIn(answer: Answer): number {
  if (answer.kind !== 'done') return Number.POSITIVE_INFINITY;
  const problems = answer.diagnostics.filter(({ severity }) => severity === 'error').length;
  if (answer.findings.length === 0 && problems === 0) return answer.cut ? Number.POSITIVE_INFINITY : 1;
  return 1000 * problems + answer.findings.filter(isOpen).length;
}

function isOpen({ verdict }: Finding): boolean {
  if (verdict.kind === 'violated') return !verdict.confirmed;
  return verdict.kind === 'unknown' || verdict.certificate.kind === 'none';
}
