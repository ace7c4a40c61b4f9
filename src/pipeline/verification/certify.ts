// Nobody's `holds` is called certified before the checker of its certificate has accepted it. What a checker cannot show
// stays a `holds` without certificate, and says why; what it rejects is an internal error. Checkers of streams are driven.

import { Budget } from '../../base/budget.js';
import { type Certifier, type CertifyOutcome, rejected, type Work } from '../../evidence/certifier.js';
import type { Model } from '../../model/model.js';
import type { Program } from '../../model/program/program.js';
import { type Certificate, noCertificate, statedKind } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import type { Scope } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { certifiers } from '../catalogue.js';
import { drive } from '../drive.js';
import { unverified, withdrawn } from '../internal-error.js';
import type { Platform } from '../job.js';

/** A `holds` with the certificate that is to show it. */
export interface Claimed {
  readonly property: Property;
  readonly scope: Scope;
  readonly certificate: Certificate;
}

/** One outcome per claim. */
export async function certifyClaims(
  model: Model,
  claims: readonly Claimed[],
  platform: Platform,
  work: Work,
): Promise<readonly CertifyOutcome[]> {
  const outcomes: CertifyOutcome[] = [];
  const cut = cutOf(model);
  for (const claim of claims) {
    const kind = statedKind(claim.certificate);
    if (cut && kind !== 'typing') {
      outcomes.push(rejected(cutReason(cut)));
      continue;
    }
    // Kinds come from reports: `constructor` is none.
    const certifier = Object.hasOwn(certifiers, kind) ? await certifiers[kind]!() : undefined;
    if (!certifier) outcomes.push(rejected(`no checker for certificates of kind ${kind}`));
    else outcomes.push(await certifyOne(certifier, model, claim, platform, work));
  }
  return outcomes;
}

/** A program of which only a part was made. */
function cutOf(model: Model): Program | undefined {
  return model.kind === 'program' && model.cut ? model : undefined;
}

function cutReason({ cut, source }: Program): string {
  const { line, column } = source.place(cut!.origin);
  return `functions that are passed grow without bound at ${line}:${column}, so not all of the program was looked at`;
}

async function certifyOne(
  certifier: Certifier,
  model: Model,
  { property, scope, certificate }: Claimed,
  platform: Platform,
  work: Work,
): Promise<CertifyOutcome> {
  const outcome = certifier.certify(model, property, scope, certificate, work);
  if ('kind' in outcome) return outcome;
  const result = await drive(outcome, new Budget({}, () => platform.now()), platform, () => undefined);
  return result?.value ?? { kind: 'not-certified', because: 'the check did not finish' };
}

/** The findings as they may be shown: without the certificates that did not certify. */
export async function certifyFindings(
  model: Model,
  found: readonly Finding[],
  platform: Platform,
  work: Work,
): Promise<{ readonly findings: readonly Finding[]; readonly rejected: readonly string[] }> {
  const cut = cutOf(model);
  const known = cut ? found.map((finding) => withoutRest(finding, cut)) : found;
  const claims = known.map(claimOf);
  const given = claims.filter((claim) => claim !== undefined);
  const outcomes = await certifyClaims(model, given, platform, work);
  const byClaim = new Map(given.map((claim, i) => [claim, outcomes[i]!]));
  const reasons = outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [outcome.because] : []));
  const shown = known.map((finding, i) => withOutcome(finding, claims[i] && byClaim.get(claims[i])));
  return { findings: shown, rejected: [...new Set(reasons)] };
}

/** What happens in a part of a program happens; what does not may happen in the rest. Types are about all of it. */
function withoutRest(finding: Finding, program: Program): Finding {
  const { verdict } = finding;
  const isOfPart = verdict.kind === 'holds' && verdict.certificate.kind !== 'typing';
  return isOfPart ? unverified(finding, cutReason(program)) : finding;
}

function claimOf({ property, verdict }: Finding): Claimed | undefined {
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) return undefined;
  return { property, scope: verdict.scope, certificate: verdict.certificate };
}

function withOutcome(finding: Finding, outcome: CertifyOutcome | undefined): Finding {
  const { verdict } = finding;
  if (outcome?.kind === 'rejected') return withdrawn(finding);
  if (outcome?.kind !== 'not-certified' || verdict.kind !== 'holds') return finding;
  return { ...finding, verdict: { ...verdict, certificate: noCertificate(outcome.because) } };
}
