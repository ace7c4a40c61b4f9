// Puts one question to the engine and checks the evidence that comes with the answer, as the pipeline would.

import type { CoverModel } from '../../../translate/counters/question.js';
import { coverBasisCertifier } from '../../../verdict/certify/cover-basis.js';
import { coverSetCertifier } from '../../../verdict/certify/cover-set.js';
import { petriReplayer } from '../../../verdict/replay/petri-replayer.js';
import type { ReplayOutcome } from '../../../verdict/replay/replayer.js';
import { threadsReplayer } from '../../../verdict/replay/threads-replayer.js';
import type { Finding } from '../../../verdict/verdict.js';
import { coverEngine } from '../engine.js';

export function findingsOf(model: CoverModel, options: Readonly<Record<string, readonly string[]>> = {}): Finding[] {
  const values = Object.fromEntries(
    Object.entries(options).map(([name, texts]) => [name, texts.map((text) => ({ text }))]),
  );
  const findings: Finding[] = [];
  const run = coverEngine.run(
    { file: 'test', model, options: values },
    { seed: 1, reserve: () => {}, nextQuestion: () => {} },
  );
  for (const event of run) if (event.kind === 'finding') findings.push(event.finding);
  return findings;
}

/** `violated`, `holds` or `unknown`, followed by what is wrong with the evidence, if anything is. */
export function verdictOf(
  model: CoverModel,
  method: string,
  options: Readonly<Record<string, readonly string[]>> = {},
): string {
  const [finding] = findingsOf(model, { ...options, method: [method] });
  return finding ? `${finding.verdict.kind}${problemWith(model, finding)}` : 'no finding';
}

function problemWith(model: CoverModel, { verdict, property }: Finding): string {
  if (verdict.kind === 'violated') {
    const outcome = replayOne(model, { property, witness: verdict.witness, confirmed: true });
    return outcome.ok ? '' : `, not replayed: ${outcome.because}`;
  }
  if (verdict.kind === 'unknown') return '';
  const { certificate } = verdict;
  if (certificate.kind === 'none') return ', no certificate';
  if (!('body' in certificate)) return ', no body';
  const certifier = [coverBasisCertifier, coverSetCertifier].find((each) => each.certificateKind === certificate.kind);
  const outcome = certifier?.certify(model, certificate, [property]) ?? { ok: false, because: 'no certifier' };
  return outcome.ok ? '' : `, not certified: ${outcome.because}`;
}

function replayOne(model: CoverModel, claim: Parameters<typeof threadsReplayer.replay>[1][number]): ReplayOutcome {
  const replay = model.kind === 'petri' ? petriReplayer.replay(model, [claim]) : threadsReplayer.replay(model, [claim]);
  for (;;) {
    const next = replay.next(undefined);
    if (next.done) return next.value[0]!;
  }
}
