// SARIF 2.1.0 for code scanning and editors. A violation is a result of kind `fail` with the level of its rule
// (`warning` when it is only possible); what is unknown is `open`. What holds is not listed: viewers that do not know
// `kind: pass` would show millions of alarms; the run's properties count it. Diagnostics and skipped engines are
// notifications of the invocation.

import type { Diagnostic } from '../../base/diagnostic.js';
import { hasErrors } from '../../base/diagnostic.js';
import type { Json, JsonObject } from '../../base/json.js';
import { allRules, type Rule, type RuleCode } from '../../base/rules/index.js';
import type { CaptionedPlace, Finding, Verdict } from '../../verdict/verdict.js';
import type { Report, ReportEntry, ReportOptions, Skipped } from '../report.js';
import { emptySummary } from '../summary.js';
import { describeConfirmation } from '../wording.js';
import { artifactLocation } from './artifact-uri.js';
import { codeFlows, physical } from './code-flow.js';
import { Fingerprints } from './fingerprint.js';

const schemaAddress = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const rules = allRules();
const ruleIndex = new Map(rules.map(([code], index) => [code, index]));

export function* writeSarif(report: Report, _options: ReportOptions): Generator<string> {
  const summary = emptySummary();
  const fingerprints = new Fingerprints(report.sources);
  yield `{ "version": "2.1.0", "$schema": ${compact(schemaAddress)},\n"runs": [{\n`;
  yield `"tool": ${compact(tool(report.version))},\n`;
  yield `"invocations": [${compact(invocation(report))}],\n`;
  yield `"artifacts": ${compact(report.inputs.map(artifact))},\n`;
  yield '"columnKind": "utf16CodeUnits",\n"results": [';
  let separator = '\n';
  for (const entry of report.entries) {
    summary[entry.finding.verdict.kind]++;
    const result = resultOf(entry, fingerprints);
    if (result === undefined) continue;
    yield separator + compact(result);
    separator = ',\n';
  }
  yield `],\n"properties": ${compact({ summary })}\n}] }\n`;
}

function tool(version: string): JsonObject {
  return { driver: { name: 'heddle', version, semanticVersion: version, rules: rules.map(ruleDescriptor) } };
}

function ruleDescriptor([id, { title, summary, level }]: readonly [RuleCode, Rule]): JsonObject {
  return {
    id,
    name: title,
    shortDescription: { text: title },
    fullDescription: { text: summary },
    help: { text: `heddle explain ${id}` },
    defaultConfiguration: { level },
  };
}

function artifact({ file, sha256 }: Report['inputs'][number]): JsonObject {
  return { location: artifactLocation(file), hashes: sha256 === undefined ? undefined : { 'sha-256': sha256 } };
}

function invocation({ command, diagnostics, skipped }: Report): JsonObject {
  return {
    commandLine: command,
    executionSuccessful: !hasErrors(diagnostics),
    toolExecutionNotifications: [...diagnostics.map(notification), ...skipped.map(skippedNotification)],
  };
}

function notification({ code, severity, message, file, place, help }: Diagnostic): JsonObject {
  const text = help === undefined ? message : `${message}; help: ${help}`;
  const location =
    place !== undefined
      ? physical(place)
      : file !== undefined
        ? { physicalLocation: { artifactLocation: artifactLocation(file) } }
        : undefined;
  const descriptor = { id: code, index: ruleIndex.get(code) };
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

function resultOf(entry: ReportEntry, fingerprints: Fingerprints): JsonObject | undefined {
  const { file, finding } = entry;
  const { verdict, engine, method, property } = finding;
  if (verdict.kind === 'holds') return undefined;
  const [main, ...related] = finding.places;
  return {
    ruleId: finding.rule,
    ruleIndex: ruleIndex.get(finding.rule),
    ...kindAndLevel(finding),
    message: { text: messageOf(finding, verdict) },
    locations: [
      main === undefined ? { physicalLocation: { artifactLocation: artifactLocation(file) } } : located(main),
    ],
    relatedLocations: related.map((captioned, index) => ({ id: index + 1, ...located(captioned) })),
    codeFlows: verdict.kind === 'violated' ? codeFlows(verdict.witness) : undefined,
    partialFingerprints: { 'heddle/v1': fingerprints.of(entry) },
    properties: { engine, method, property, confirmed: verdict.kind === 'violated' ? verdict.confirmed : undefined },
  };
}

/** SARIF asks for level `none` wherever the kind is not `fail` (section 3.27.10). */
function kindAndLevel({ rule, verdict }: Finding): JsonObject {
  if (verdict.kind !== 'violated') return { kind: 'open', level: 'none' };
  const { level } = rules[ruleIndex.get(rule)!]![1];
  return { kind: 'fail', level: level === 'error' && !verdict.confirmed ? 'warning' : level };
}

function messageOf(finding: Finding, verdict: Exclude<Verdict, { kind: 'holds' }>): string {
  const status = verdict.kind === 'unknown' ? `unknown: ${verdict.because}` : describeConfirmation(verdict);
  const help = finding.help === undefined ? [] : [`help: ${finding.help}`];
  return [finding.message, status, ...finding.because, ...help].map((line) => `${line}.`).join('\n');
}

function located({ place, caption }: CaptionedPlace): JsonObject {
  return { ...physical(place), message: { text: caption } };
}

function compact(value: Json): string {
  return JSON.stringify(value);
}
