// Asks the engine, and checks the evidence of what it says.

import { unlimitedWork } from '../../../evidence/certifier.js';
import { basisCertifier, coverabilitySetCertifier } from '../../../evidence/cover/cover-certifiers.js';
import { petriReplayer } from '../../../evidence/cover/petri-replayer.js';
import { threadsReplayer } from '../../../evidence/cover/threads-replayer.js';
import { programReplayer } from '../../../evidence/program/program-replayer.js';
import type { Claim, Replayer, ReplayOutcome } from '../../../evidence/replayer.js';
import type { Model } from '../../../model/model.js';
import type { CoverInput } from '../../../translate/threads/cover-model.js';
import type { Certificate } from '../../../verdict/certificate.js';
import type { Property } from '../../../verdict/property.js';
import { allExecutions } from '../../../verdict/scope.js';
import type { Finding } from '../../../verdict/verdict.js';
import { coverEngine } from '../engine.js';

type Options = Readonly<Record<string, readonly string[]>>;

export function findingsOf(model: CoverInput, options: Options = {}): Finding[] {
  const values = Object.fromEntries(
    Object.entries(options).map(([name, texts]) => [name, texts.map((text) => ({ text }))]),
  );
  const findings: Finding[] = [];
  const context = { seed: 1, reserve: () => {}, nextQuestion: () => {} };
  for (const event of coverEngine.run({ file: 'test', model, options: values }, context))
    if (event.kind === 'finding') findings.push(event.finding);
  return findings;
}

/** `violated`, `holds` or `unknown`, followed by what is wrong with the evidence, if anything is. */
export function verdictOf(model: CoverInput, method: string, options: Options = {}): string {
  const [finding] = findingsOf(model, { ...options, method: [method] });
  return finding ? `${finding.verdict.kind}${problemWith(model, finding)}` : 'no finding';
}

export function isReplayed(model: CoverInput, claim: Claim): boolean {
  return replayOne(model, claim).ok;
}

function problemWith(model: CoverInput, { verdict, property }: Finding): string {
  if (verdict.kind === 'violated') {
    const outcome = replayOne(model, { property, witness: verdict.witness, confirmed: true });
    return outcome.ok ? '' : `, not replayed: ${outcome.because}`;
  }
  if (verdict.kind === 'unknown') return '';
  const { certificate } = verdict;
  if (certificate.kind === 'none') return ', no certificate';
  if (!('body' in certificate)) return ', no body';
  const outcome = certifyOne(model, property, certificate);
  return outcome === 'accepted' ? '' : `, ${outcome}`;
}

/** Does the checker accept the certificate for the claim that the property never happens? */
export function isCertified(model: CoverInput, property: Property, certificate: Certificate): boolean {
  return certifyOne(model, property, certificate) === 'accepted';
}

function certifyOne(model: CoverInput, property: Property, certificate: Certificate): string {
  const certifier = [basisCertifier, coverabilitySetCertifier].find(
    (each) => each.certificateKind === certificate.kind,
  );
  const outcome = certifier?.certify(model, property, allExecutions(), certificate, unlimitedWork());
  if (!outcome || !('kind' in outcome)) return 'no checker';
  return outcome.kind === 'accepted' ? outcome.kind : `${outcome.kind}: ${outcome.because}`;
}

function replayOne(model: CoverInput, claim: Claim): ReplayOutcome {
  switch (model.kind) {
    case 'petri':
      return replayWith(petriReplayer, model, claim);
    case 'threads':
      return replayWith(threadsReplayer, model, claim);
    case 'program':
      return replayWith(programReplayer, model, claim);
  }
}

function replayWith<M extends Model>(replayer: Replayer<M>, model: M, claim: Claim): ReplayOutcome {
  const replay = replayer.replay(model, [claim]);
  for (;;) {
    const next = replay.next(undefined);
    if (next.done) return next.value[0]!;
  }
}
