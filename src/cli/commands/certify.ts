// `heddle certify`: does the separate checker accept what a report says holds? Every claim is printed in words that are derived
// from the model and the property; what the report itself says about it is not read.

import { isDeepStrictEqual } from 'node:util';
import type { CertifyOutcome } from '../../evidence/certifier.js';
import { unlimitedWork } from '../../evidence/certifier.js';
import { claimWords, type StatedClaim } from '../../evidence/claims.js';
import { classPairs, pairKey } from '../../evidence/thread-classes.js';
import { certifyClaims } from '../../pipeline/verification/certify.js';
import { type Certificate, statedKind } from '../../verdict/certificate.js';
import type { Verdict } from '../../verdict/verdict.js';
import {
  entriesByModel,
  loadReport,
  type NumberedEntry,
  type ReportedModel,
  type ReportOptions,
} from '../files/report-file.js';
import { nodePlatform } from '../platform.js';

export interface CertifyOptions extends ReportOptions {
  readonly allowUncertified?: boolean | undefined;
}

type Holds = Extract<Verdict, { kind: 'holds' }>;

/** A claim that is stated as it must be, with its certificate if there is one. */
interface Stated {
  readonly entry: NumberedEntry;
  readonly claim: StatedClaim;
  readonly words: string;
  readonly certificate: Certificate | undefined;
}

interface Tally {
  accepted: number;
  rejected: number;
  without: number;
  violated: number;
  unknown: number;
}

export async function certifyReport(file: string, options: CertifyOptions): Promise<number> {
  const report = loadReport(file);
  const tally: Tally = { accepted: 0, rejected: 0, without: 0, violated: 0, unknown: 0 };
  const covered: string[] = [];
  for (const reported of await entriesByModel(report, options)) {
    const accepted = await certifyModel(reported, options, tally);
    covered.push(...coverage(reported, accepted));
  }
  const { accepted, rejected, without, violated, unknown } = tally;
  const counts = `${accepted} accepted, ${rejected} rejected, ${without} holds without certificate`;
  print([`${counts}, ${violated} violated and ${unknown} unknown not looked at`, ...covered].join('; '));
  if (rejected > 0) return 1;
  return without > 0 || accepted === 0 ? (options.allowUncertified ? 0 : 3) : 0;
}

async function certifyModel(reported: ReportedModel, options: CertifyOptions, tally: Tally): Promise<Stated[]> {
  const stated: Stated[] = [];
  for (const entry of reported.entries) {
    const { verdict } = entry.finding;
    if (verdict.kind !== 'holds') tally[verdict.kind]++;
    else {
      const claim = stateClaim(reported, entry, verdict, options);
      if (typeof claim === 'string') reject(entry, claim, tally);
      else stated.push(claim);
    }
  }
  const withCertificate = stated.flatMap((one) => (one.certificate ? [{ ...one, certificate: one.certificate }] : []));
  const claims = withCertificate.map(({ claim, certificate }) => ({ ...claim, certificate }));
  const outcomes = await certifyClaims(reported.model, claims, nodePlatform, unlimitedWork());
  const outcomeOf = new Map(withCertificate.map(({ entry }, i) => [entry, outcomes[i]!]));
  return stated.filter((one) => tell(reported, one, outcomeOf.get(one.entry), tally));
}

/** Prints what became of the claim; was it accepted? */
function tell(
  { file, sha256 }: ReportedModel,
  stated: Stated,
  outcome: CertifyOutcome | undefined,
  tally: Tally,
): boolean {
  const { entry, words, certificate } = stated;
  if (outcome?.kind === 'rejected') {
    reject(entry, outcome.because, tally);
    return false;
  }
  const isAccepted = outcome?.kind === 'accepted';
  tally[isAccepted ? 'accepted' : 'without']++;
  const verdict = isAccepted ? 'accepted' : 'not certified';
  const reason = isAccepted ? statedKind(certificate!) : (outcome?.because ?? whyWithout(entry));
  print(`result ${entry.number}: ${verdict}: ${file} ${sha256.slice(0, 8)}: ${words} (${reason})`);
  return isAccepted;
}

function whyWithout({ finding: { verdict } }: NumberedEntry): string {
  return verdict.kind === 'holds' && !('body' in verdict.certificate) ? verdict.certificate.because : 'no certificate';
}

/** The claim in words, or why it is none. */
function stateClaim(
  { model, sha256 }: ReportedModel,
  entry: NumberedEntry,
  { scope, certificate }: Holds,
  { modelChangedOk }: CertifyOptions,
): Stated | string {
  const { property } = entry.finding;
  const written = 'body' in certificate ? certificate : undefined;
  const claim = entry.claim ?? { model: sha256, property, scope, options: {} };
  if (!entry.claim && written) return 'it makes no claim';
  if (claim.model !== sha256 && !modelChangedOk) return 'its claim is about another file';
  if (!isDeepStrictEqual(plain(claim.property), plain(property))) return 'its claim is about another property';
  if (!isDeepStrictEqual(plain(claim.scope), plain(scope))) return 'its claim has another scope';
  const words = claimWords(model, claim);
  // Schema 1 tells no options: without a claim only the words can be given.
  if (!words.ok) return entry.claim ? words.error : { entry, claim, words: 'no claim', certificate: undefined };
  return { entry, claim, words: words.value, certificate: written };
}

/** As JSON has it: without fields that are undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function reject({ number }: NumberedEntry, because: string, tally: Tally): void {
  tally.rejected++;
  print(`result ${number}: rejected: ${because}`);
}

/** Of the pairs of thread classes of a program, how many have an accepted claim about every variable? */
function coverage({ file, model, entries }: ReportedModel, accepted: readonly Stated[]): string[] {
  const asked = entries.some(({ finding }) => finding.engine === 'atomicity');
  if (model.kind !== 'program' || !asked) return [];
  const claimed = new Map<string, Set<string>>();
  for (const { claim } of accepted) {
    if (claim.property.kind !== 'atomicity') continue;
    const { unit, other, variables = [] } = claim.property;
    if (unit === undefined || other === undefined) continue;
    const known = claimed.get(pairKey(unit, other)) ?? new Set();
    for (const variable of variables) known.add(variable);
    claimed.set(pairKey(unit, other), known);
  }
  const pairs = classPairs(model);
  const isCovered = (pair: string) => model.variables.every(({ name }) => claimed.get(pair)?.has(name));
  return [`covers ${pairs.filter(isCovered).length} of ${pairs.length} pairs of ${file}`];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
