// What becomes of a finding after it is found: how grave its rule is here, and whether somebody has accepted it, by a comment
// beside the code, by a baseline, or by switching the rule off. Accepted findings are marked, never dropped, and do not
// count for the exit code; what accepts nothing is said, so that it goes.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { RuleCode, RuleTable } from '../../base/rule.js';
import { Fingerprints } from '../fingerprint.js';
import type { Report, ReportEntry } from '../report.js';
import { type Baseline, BaselineUse } from './baseline.js';
import { SuppressionComments } from './suppression-comment.js';

export type Severity = 'error' | 'warning' | 'note';

export interface Acceptance {
  readonly by: 'comment' | 'baseline' | 'configuration';
  readonly reason: string;
}

export interface TriageRules {
  /** By rule, where the configuration says something else than the rule's own table. */
  readonly severities: Readonly<Partial<Record<RuleCode, Severity | 'off'>>>;
  readonly baseline?: Baseline;
  /** What is only possible counts as violated. */
  readonly insists?: boolean;
}

export const noTriage: TriageRules = { severities: {} };

/** Entries may be millions: they are looked at one by one, in the order of the report. */
export class Triage {
  readonly #comments: SuppressionComments;
  readonly #baseline: BaselineUse | undefined;
  readonly #fingerprints: Fingerprints;
  /** Somebody ran out of time or memory: what has accepted nothing may have something to accept. */
  #isUnfinished = false;

  /** `files`: the inputs that were looked at, whose comments count. */
  constructor(
    { sources, rules }: Pick<Report, 'sources' | 'rules'>,
    files: readonly string[],
    readonly asked: TriageRules,
  ) {
    this.#comments = new SuppressionComments(files.flatMap((file) => sources.find(file) ?? []));
    this.#baseline = asked.baseline && new BaselineUse(asked.baseline);
    this.#fingerprints = new Fingerprints(sources);
    this.rules = rules;
  }

  readonly rules: RuleTable;

  mark(entry: ReportEntry): ReportEntry {
    this.#isUnfinished ||= isCutShort(entry);
    if (!isShown(entry)) return entry;
    const { asked } = this;
    const severity = severityOf(entry, this.rules, asked);
    const fingerprint = this.#fingerprints.of(entry);
    const accepted =
      this.#comments.accept(entry.finding) ??
      this.#baseline?.accept(entry.finding.rule, fingerprint) ??
      (severity === 'off' ? { by: 'configuration' as const, reason: 'the rule is switched off' } : undefined);
    const chosen = asked.severities[entry.finding.rule] ?? entry.finding.severity ?? 'error';
    return {
      ...entry,
      severity: severity === 'off' ? 'note' : severity,
      ...(chosen === 'error' ? {} : { tolerated: true as const }),
      ...(asked.insists ? { insisted: true as const } : {}),
      ...(accepted ? { accepted } : {}),
    };
  }

  /** Comments and baseline entries that have accepted nothing, or say no reason. */
  diagnostics(): readonly Diagnostic[] {
    if (this.#isUnfinished) return this.#comments.faulty;
    return [...this.#comments.faulty, ...this.#comments.unused(), ...(this.#baseline?.diagnostics() ?? [])];
  }
}

function isCutShort({ finding: { rule, verdict } }: ReportEntry): boolean {
  return rule === 'HD0012' || (verdict.kind === 'unknown' && verdict.obstacle === 'limit');
}

/** What can be accepted. */
function isShown({ finding: { verdict } }: ReportEntry): boolean {
  return verdict.kind === 'violated';
}

function severityOf({ finding }: ReportEntry, rules: RuleTable, asked: TriageRules): Severity | 'off' {
  return asked.severities[finding.rule] ?? finding.severity ?? rules[finding.rule]?.level ?? 'error';
}
