// A baseline: the findings that were there when a project began to use Heddle. They stay in every report, marked, and fail
// nothing; new ones do. Findings are known by their fingerprint, which survives edits elsewhere in the file.

import type { Diagnostic } from '../../base/diagnostic.js';
import { isRecord, type JsonObject } from '../../base/json.js';
import { failure, type Result, success } from '../../base/result.js';
import { isRuleCode, type RuleCode } from '../../base/rule.js';
import { Fingerprints } from '../fingerprint.js';
import type { ReportEntry, SourceLookup } from '../report.js';
import type { Acceptance } from './triage.js';

export interface BaselineEntry {
  readonly rule: RuleCode;
  readonly file: string;
  readonly fingerprint: string;
  readonly message: string;
}

export interface Baseline {
  /** Its path, for messages. */
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
}

const schema = 'heddle-baseline/1';

export function readBaseline(file: string, text: string): Result<Baseline, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
  if (!isRecord(parsed) || parsed['schema'] !== schema) return failure(`is not a baseline: "schema" must be ${schema}`);
  const { findings } = parsed;
  if (!Array.isArray(findings)) return failure('has no list of "findings"');
  const entries = findings.map(baselineEntry);
  const wrong = entries.indexOf(undefined);
  if (wrong !== -1) return failure(`findings[${wrong}] must have texts "rule", "file", "fingerprint" and "message"`);
  return success({ file, entries: entries.flatMap((entry) => entry ?? []) });
}

function baselineEntry(value: unknown): BaselineEntry | undefined {
  if (!isRecord(value)) return undefined;
  const { rule, file, fingerprint, message } = value;
  if (typeof rule !== 'string' || !isRuleCode(rule)) return undefined;
  if (typeof file !== 'string' || typeof fingerprint !== 'string' || typeof message !== 'string') return undefined;
  return { rule, file, fingerprint, message };
}

/** A baseline of all violations that nobody has accepted in another way. */
export function printBaseline(entries: Iterable<ReportEntry>, sources: SourceLookup): string {
  const fingerprints = new Fingerprints(sources);
  const findings: JsonObject[] = [];
  for (const entry of entries) {
    if (entry.severity === undefined) continue;
    const fingerprint = fingerprints.of(entry);
    if (entry.accepted && entry.accepted.by !== 'baseline') continue;
    const { rule, message } = entry.finding;
    findings.push({ rule, file: entry.file, fingerprint, message });
  }
  return `${JSON.stringify({ schema, findings }, null, 2)}\n`;
}

/** Which of its entries are still found. */
export class BaselineUse {
  readonly #known: ReadonlyMap<string, BaselineEntry>;
  readonly #used = new Set<BaselineEntry>();

  constructor(readonly baseline: Baseline) {
    this.#known = new Map(baseline.entries.map((entry) => [`${entry.rule} ${entry.fingerprint}`, entry]));
  }

  accept(rule: RuleCode, fingerprint: string): Acceptance | undefined {
    const entry = this.#known.get(`${rule} ${fingerprint}`);
    if (!entry) return undefined;
    this.#used.add(entry);
    return { by: 'baseline', reason: `in the baseline ${this.baseline.file}` };
  }

  diagnostics(): Diagnostic[] {
    const gone = this.baseline.entries.filter((entry) => !this.#used.has(entry));
    if (gone.length === 0) return [];
    const names = gone.slice(0, 3).map(({ rule, file }) => `${rule} in ${file}`);
    const more = gone.length > 3 ? ` and ${gone.length - 3} more` : '';
    const message = `${gone.length} of its findings are not found any more: ${names.join(', ')}${more}`;
    const help = 'write it again with --update-baseline';
    return [{ code: 'HD0014', severity: 'warning', message, file: this.baseline.file, help }];
  }
}
