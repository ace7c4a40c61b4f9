// SARIF 2.1.0 for code scanning and editors. A violation is a result of kind `fail` with the level of its rule
// (`warning` when it is only possible); what is unknown is `open`. What holds is not listed: viewers that do not know
// `kind: pass` would show millions of alarms; the run's properties count it. Diagnostics and skipped engines are
// notifications of the invocation.

import type { Diagnostic } from '../../base/diagnostic.js';
import { hasErrors } from '../../base/diagnostic.js';
import type { Json, JsonObject } from '../../base/json.js';
import type { Rule, RuleCode, RuleTable } from '../../base/rule.js';
import { statedProperty } from '../../verdict/property.js';
import type { CaptionedPlace, Verdict } from '../../verdict/verdict.js';
import { Fingerprints } from '../fingerprint.js';
import type { Report, ReportEntry, ReportOptions, Skipped } from '../report.js';
import { rulePages } from '../rule-pages.js';
import { countEntry, emptySummary } from '../summary.js';
import { describeConfirmation, describeOnCode } from '../wording.js';
import { artifactLocation } from './artifact-uri.js';
import { codeFlows, physical } from './code-flow.js';

const schemaAddress = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

export function* writeSarif(report: Report, _options: ReportOptions): Generator<string> {
  const summary = emptySummary();
  const fingerprints = new Fingerprints(report.sources);
  const rules = new RuleList(report.rules);
  yield `{ "version": "2.1.0", "$schema": ${compact(schemaAddress)},\n"runs": [{\n`;
  yield '"originalUriBaseIds": { "%SRCROOT%": { "description": { "text": "the folder that heddle ran in" } } },\n';
  yield `"artifacts": ${compact(report.inputs.map(artifact))},\n`;
  yield '"columnKind": "utf16CodeUnits",\n"results": [';
  let separator = '\n';
  for (const entry of report.entries) {
    countEntry(summary, entry);
    const result = resultOf(entry, fingerprints, rules);
    if (result === undefined) continue;
    yield separator + compact(result);
    separator = ',\n';
  }
  // Last, because only rules that occur are listed.
  yield `],\n"invocations": [${compact(invocation(report, rules))}],\n`;
  yield `"tool": ${compact(tool(report.version, rules))},\n`;
  yield `"properties": ${compact({ summary })}\n}] }\n`;
}

/** The rules that occur, in the order in which they do. */
class RuleList {
  readonly codes: RuleCode[] = [];

  constructor(readonly table: RuleTable) {}

  indexOf(code: RuleCode): number {
    const known = this.codes.indexOf(code);
    return known === -1 ? this.codes.push(code) - 1 : known;
  }
}

function tool(version: string, { codes, table }: RuleList): JsonObject {
  const unknown: Rule = { title: 'unknown rule', summary: 'A rule of another version.', level: 'warning' };
  const rules = codes.map((code) => ruleDescriptor([code, table[code] ?? unknown]));
  return { driver: { name: 'heddle', version, semanticVersion: version, rules } };
}

function ruleDescriptor([id, { title, summary, level }]: readonly [RuleCode, Rule]): JsonObject {
  return {
    id,
    name: title,
    shortDescription: { text: title },
    fullDescription: { text: summary },
    help: {
      text: `${summary} (heddle explain ${id})`,
      markdown: `${summary}\n\n\`heddle explain ${id}\` has the whole page.`,
    },
    helpUri: `${rulePages}/${id}.md`,
    properties: { tags: ['concurrency', `heddle-${id.slice(0, 3).toLowerCase()}`] },
    defaultConfiguration: { level },
  };
}

function artifact({ file, sha256 }: Report['inputs'][number]): JsonObject {
  return { location: artifactLocation(file), hashes: sha256 === undefined ? undefined : { 'sha-256': sha256 } };
}

function invocation({ command, diagnostics, skipped }: Report, rules: RuleList): JsonObject {
  return {
    commandLine: command,
    executionSuccessful: !hasErrors(diagnostics),
    toolExecutionNotifications: [
      ...diagnostics.map((diagnostic) => notification(diagnostic, rules)),
      ...skipped.map(skippedNotification),
    ],
  };
}

function notification(diagnostic: Diagnostic, rules: RuleList): JsonObject {
  const { code, severity, message, file, place, help } = diagnostic;
  const text = help === undefined ? message : `${message}; help: ${help}`;
  const location =
    place !== undefined
      ? physical(place)
      : file !== undefined
        ? { physicalLocation: { artifactLocation: artifactLocation(file) } }
        : undefined;
  const descriptor = { id: code, index: rules.indexOf(code) };
  return {
    level: severity,
    message: { text },
    associatedRule: descriptor,
    locations: location === undefined ? undefined : [location],
  };
}

function skippedNotification({ file, engine, because }: Skipped): JsonObject {
  return { level: 'note', message: { text: `${engine} was not run on ${file}: ${because}` } };
}

function resultOf(entry: ReportEntry, fingerprints: Fingerprints, rules: RuleList): JsonObject | undefined {
  const { file, finding } = entry;
  const { verdict, engine, method } = finding;
  if (verdict.kind === 'holds') return undefined;
  const [main, ...related] = finding.places;
  return {
    ruleId: finding.rule,
    ruleIndex: rules.indexOf(finding.rule),
    ...kindAndLevel(entry, rules),
    message: { text: messageOf(entry, verdict) },
    locations: [
      main === undefined ? { physicalLocation: { artifactLocation: artifactLocation(file) } } : located(main),
    ],
    relatedLocations: related.map((captioned, index) => ({ id: index + 1, ...located(captioned) })),
    codeFlows: verdict.kind === 'violated' ? codeFlows(verdict.witness) : undefined,
    suppressions: suppressionsOf(entry),
    baselineState: entry.accepted?.by === 'baseline' ? 'unchanged' : undefined,
    partialFingerprints: { 'heddle/v1': fingerprints.of(entry) },
    properties: {
      engine,
      method,
      property: statedProperty(finding.property),
      confirmed: verdict.kind === 'violated' ? verdict.confirmed : undefined,
      onCode: entry.onCode && { ...entry.onCode },
    },
  };
}

/** A comment is `inSource`; everything else is kept outside of it. */
function suppressionsOf({ accepted }: ReportEntry): Json | undefined {
  if (!accepted) return undefined;
  return [{ kind: accepted.by === 'comment' ? 'inSource' : 'external', justification: accepted.reason }];
}

/** SARIF asks for level `none` wherever the kind is not `fail` (section 3.27.10). */
function kindAndLevel({ finding: { rule, verdict }, severity }: ReportEntry, { table }: RuleList): JsonObject {
  if (verdict.kind !== 'violated') return { kind: 'open', level: 'none' };
  const level = severity ?? table[rule]?.level ?? 'error';
  return { kind: 'fail', level: level === 'error' && !verdict.confirmed ? 'warning' : level };
}

function messageOf({ finding, onCode }: ReportEntry, verdict: Exclude<Verdict, { kind: 'holds' }>): string {
  const status = verdict.kind === 'unknown' ? `unknown: ${verdict.because}` : describeConfirmation(verdict);
  const help = finding.help === undefined ? [] : [`help: ${finding.help}`];
  return [finding.message, status, ...describeOnCode(onCode), ...finding.because, ...help]
    .map((line) => `${line}.`)
    .join('\n');
}

function located({ place, caption }: CaptionedPlace): JsonObject {
  return { ...physical(place), message: { text: caption } };
}

function compact(value: Json): string {
  return JSON.stringify(value);
}
