// Nothing reaches the user on an engine's word alone: violations are replayed on the model's concrete semantics, and
// certificates are checked, by code that does not know the engines. A mismatch is an internal error, never a verdict: that
// question is unknown then.

import { Budget, type Limits, withGrace } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import { type Claim, type ReplayOutcome, unfinishedReplay } from '../../evidence/replayer.js';
import type { Model } from '../../model/model.js';
import { retellWitness } from '../../verdict/meaning/shown-steps.js';
import type { Property } from '../../verdict/property.js';
import type { Finding } from '../../verdict/verdict.js';
import { replayers } from '../catalogue.js';
import { Confirmation, needsCompany } from '../confirm/confirm.js';
import { drive } from '../drive.js';
import { internalError, unverified, withdrawn } from '../internal-error.js';
import type { Platform } from '../job.js';
import { certifyFindings } from './certify.js';
import { TimedWork } from './timed-work.js';

export interface Verified {
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Steps that checkers may make for one question of a job: about as long as deciding takes on models that take a minute. A
 * number of steps and not the time that deciding took, so that what is certified here is certified everywhere.
 */
const certifyingSteps = 8_000_000;

/** Those who share a conclusion may make so many times as many together: shares are not equally hard. */
const shareAllowance = 4;

/** The limits of one who checks what a share of a conclusion says. */
export function limitsOfShare(limits: Limits, conclusions: number): Limits {
  const whole = limits.certifyingSteps ?? certifyingSteps;
  return { ...limits, certifyingSteps: Math.min(whole, Math.ceil((shareAllowance * whole) / conclusions)) };
}

/** Findings that are replayed together. */
const batchSize = 50;

/** Takes verified findings, in their order; a promise when it needs time. */
export type Emit = (findings: readonly Finding[]) => Promise<void> | undefined;

/**
 * Takes findings as they come and hands on what is verified, batch by batch in the same order: most replays and checks are
 * done while the engine runs, within its time, and nothing piles up.
 */
export class Verification {
  readonly #diagnostics: Diagnostic[] = [];
  readonly #rejected = new Set<string>();
  readonly #confirmation: Confirmation;
  readonly #budget: Budget;
  readonly #work: TimedWork;
  #waiting: Finding[] = [];
  /** Replayed, and all that came after it: they share a search whose size depends on their number. */
  #held: Finding[] = [];

  constructor(
    readonly model: Model,
    readonly platform: Platform,
    limits: Limits,
    readonly emit: Emit,
  ) {
    this.#budget = new Budget(withGrace(limits, platform.now()), () => platform.now());
    this.#work = new TimedWork(limits.certifyingSteps ?? certifyingSteps, this.#budget, platform);
    this.#confirmation = new Confirmation(model, this.#budget);
  }

  /** A promise when there is something to wait for. */
  add(finding: Finding): Promise<void> | undefined {
    this.#waiting.push(finding);
    return this.#waiting.length < batchSize ? undefined : this.#settleIfAlone();
  }

  /** Replays and checks are part of the answer: what they have no time for is unknown. */
  async finish(): Promise<readonly Diagnostic[]> {
    await this.#settle();
    await this.#handOn(this.#held);
    const rejected = [...this.#rejected].map((because) => internalError(`a certificate is rejected: ${because}`));
    return [...this.#diagnostics, ...rejected];
  }

  async #settleIfAlone(): Promise<void> {
    const replayer = await replayers[this.model.kind]?.();
    if (replayer?.claimsStandAlone) await this.#settle();
  }

  async #settle(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    const replayed = await this.#replayed(batch);
    const alone = this.#held.length > 0 ? 0 : replayed.findIndex(needsCompany);
    const free = alone === -1 ? replayed : replayed.slice(0, alone);
    for (const finding of replayed.slice(free.length)) this.#held.push(finding);
    await this.#handOn(free);
  }

  async #handOn(replayed: readonly Finding[]): Promise<void> {
    if (replayed.length === 0) return;
    const confirmed = await this.#confirmation.of(replayed);
    const changed = confirmed.filter((finding, i) => finding !== replayed[i]);
    const rechecked = await this.#replayed(changed);
    const after = new Map(changed.map((finding, i) => [finding, rechecked[i]!]));
    const settled = confirmed.map((finding) => after.get(finding) ?? finding);
    const { findings, rejected } = await certifyFindings(this.model, settled, this.platform, this.#work);
    for (const because of rejected) this.#rejected.add(because);
    await this.emit(findings);
  }

  async #replayed(batch: readonly Finding[]): Promise<readonly Finding[]> {
    const { findings, diagnostics } = await settleViolations(this.model, batch, this.#budget, this.platform);
    this.#diagnostics.push(...diagnostics);
    return findings;
  }
}

async function settleViolations(
  model: Model,
  findings: readonly Finding[],
  budget: Budget,
  platform: Platform,
): Promise<Verified> {
  const claims = findings.flatMap((finding) => claimOf(finding) ?? []);
  if (claims.length === 0) return { findings, diagnostics: [] };
  const outcomes = await replayClaims(model, claims, budget, platform);
  const possible = claims.filter((claim, i) => !claim.confirmed && outcomes[i]?.ok);
  const retold = possible.map((claim) => ({ ...claim, confirmed: true, witness: inOwnWords(model, claim.witness) }));
  const concrete = await replayClaims(model, retold, budget, platform);
  const confirmed = new Map(
    possible.flatMap(({ witness }, i) => (concrete[i]?.ok ? [[witness, retold[i]!.witness] as const] : [])),
  );
  const isOpen = (outcome: ReplayOutcome | undefined) => outcome === unfinishedReplay;
  const open = new Set(claims.filter((_, i) => isOpen(outcomes[i])).map((claim) => claim.witness));
  const broken = new Set(claims.filter((_, i) => !outcomes[i]?.ok).map((claim) => claim.witness));
  const shown = (finding: Finding) => {
    if (claimedBy(finding, open))
      return unverified(finding, budget.check()?.message ?? unfinishedReplay.because, 'limit');
    return claimedBy(finding, broken) ? withdrawn(finding) : withConfirmation(finding, confirmed);
  };
  return {
    findings: findings.map(shown),
    diagnostics: claims.flatMap((claim, i) => (isOpen(outcomes[i]) ? [] : replayFailure(claim.property, outcomes[i]))),
  };
}

function claimOf({ property, verdict }: Finding): Claim | undefined {
  if (verdict.kind !== 'violated') return undefined;
  return { property, witness: verdict.witness, confirmed: verdict.confirmed };
}

function claimedBy({ verdict }: Finding, witnesses: ReadonlySet<Claim['witness']>): boolean {
  return verdict.kind === 'violated' && witnesses.has(verdict.witness);
}

/** A witness of the abstraction that also runs with the data is confirmed. */
function withConfirmation(finding: Finding, confirmed: ReadonlyMap<Claim['witness'], Claim['witness']>): Finding {
  const { verdict } = finding;
  const witness = verdict.kind === 'violated' ? confirmed.get(verdict.witness) : undefined;
  if (verdict.kind !== 'violated' || !witness) return finding;
  return { ...finding, verdict: { ...verdict, witness, confirmed: true } };
}

/** A witness of the abstraction as an execution with the data, if it is one. */
function inOwnWords(model: Model, witness: Claim['witness']): Claim['witness'] {
  return (model.kind === 'program' ? retellWitness(model, witness) : undefined) ?? witness;
}

export async function replayClaims(
  model: Model,
  claims: readonly Claim[],
  budget: Budget,
  platform: Platform,
): Promise<readonly ReplayOutcome[]> {
  if (claims.length === 0) return [];
  const load = replayers[model.kind];
  if (!load) return claims.map(() => ({ ok: false, because: `no replayer for models of kind ${model.kind}` }));
  const replayer = await load();
  const result = await drive(replayer.replay(model, claims), budget, platform, () => undefined);
  return result?.value ?? claims.map(() => unfinishedReplay);
}

function replayFailure(property: Property, outcome: ReplayOutcome | undefined): Diagnostic[] {
  if (outcome?.ok) return [];
  return [internalError(`a witness does not replay: ${outcome?.because ?? 'no answer'} (${JSON.stringify(property)})`)];
}
