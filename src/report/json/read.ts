// Reads a JSON report back into findings, for `heddle replay` and `heddle certify`. The inverse of write-json.ts, up to
// certificates that were not written: such a result comes back with a note in their place. Reports of schema 1 are not
// bound to their inputs and make no claims: their results come back as uncertified.

import { isRecord, type Json, type JsonObject } from '../../base/json.js';
import { failure, type Result, success } from '../../base/result.js';
import { isRuleCode, type RuleCode } from '../../base/rule.js';
import type { Place } from '../../base/source-text.js';
import { type Certificate, type NoCertificate, noCertificate, statedKind } from '../../verdict/certificate.js';
import type { ClaimOptions } from '../../verdict/options.js';
import type { Property } from '../../verdict/property.js';
import type { Scope } from '../../verdict/scope.js';
import { type CaptionedPlace, type Finding, obstacles, type Verdict } from '../../verdict/verdict.js';
import type { NamedValue, OrderEdge, WaitingThread, Witness, WitnessStep } from '../../verdict/witness.js';
import type { HashedFile, InputFile, ReportEntry, Skipped } from '../report.js';
import { linesSchema } from './json-lines.js';
import { certificateOf, witnessKind } from './read-evidence.js';
import { readProperty } from './read-property.js';
import { isObject, optional, Part, ShapeError } from './shape.js';
import { reportSchema } from './write-json.js';

const firstSchema = 'heddle-report/1';

/** What a `holds` claims: about which model, what, for which executions, asked with which options. */
export interface ReportClaim {
  /** SHA-256 of the input; empty if it has none. */
  readonly model: string;
  readonly property: Property;
  readonly scope: Scope;
  readonly options: ClaimOptions;
}

export interface ReadEntry extends ReportEntry {
  readonly claim?: ReportClaim;
}

export interface ReportFile {
  /** Of the schema. */
  readonly version: 1 | 2;
  /** The command that made the report, if it says so. */
  readonly command?: string;
  readonly inputs: readonly InputFile[];
  readonly entries: readonly ReadEntry[];
  readonly skipped: readonly Skipped[];
}

/** The error is a sentence that names the part that is wrong. */
export function readReport(text: string): Result<ReportFile, string> {
  try {
    return success(readFile(new Part(isLines(text) ? fromLines(text) : JSON.parse(text), '')));
  } catch (error) {
    if (error instanceof ShapeError) return failure(error.message);
    if (error instanceof SyntaxError) return failure(`not valid JSON: ${error.message}`);
    throw error;
  }
}

function isLines(text: string): boolean {
  return text.startsWith(`{"schema":"${linesSchema}"`);
}

/** Lines as the report that they spell out; a last line that was not written to its end is not there. */
function fromLines(text: string): Json {
  const lines = text.split('\n').slice(0, -1);
  const results: Json[] = [];
  const inputs: Json[] = [];
  const skipped: Json[] = [];
  const certificates: [id: string, certificate: Json][] = [];
  let head: JsonObject = {};
  for (const text of lines) {
    const line: JsonObject = JSON.parse(text);
    const { result, input, skipped: left, certificate } = line;
    if (result) results.push(result);
    else if (input) inputs.push(input);
    else if (left) skipped.push(left);
    else if (isObject(certificate)) certificates.push(numbered(certificate));
    else if (line['schema']) head = { command: line['command'] };
  }
  return { ...head, schema: reportSchema, inputs, results, skipped, certificates: Object.fromEntries(certificates) };
}

function numbered({ id, ...certificate }: JsonObject): [id: string, certificate: Json] {
  return [String(id), certificate];
}

function readFile(root: Part): ReportFile {
  if (!(typeof root.value === 'object' && root.value !== null && 'schema' in root.value)) {
    throw new ShapeError('not a heddle report: it has no "schema"');
  }
  const schema = root.at('schema');
  if (schema.value !== reportSchema && schema.value !== firstSchema) schema.fail(`must be "${reportSchema}"`);
  const version = schema.value === firstSchema ? 1 : 2;
  const certificates = version === 1 ? undefined : readCertificates(root.at('certificates'));
  return {
    version,
    ...optional(root, 'command', (part) => part.text()),
    inputs: root.at('inputs').list().map(readInput),
    entries: root
      .at('results')
      .list()
      .map((part) => readEntry(part, certificates)),
    skipped: root.at('skipped').list().map(readSkipped),
  };
}

function readInput(part: Part): InputFile {
  return {
    ...readHashed(part),
    ...optional(part, 'bytes', (field) => field.integer(0)),
    ...optional(part, 'reader', (field) => field.text()),
    ...optional(part, 'companions', (field) => field.list().map(readHashed)),
  };
}

function readHashed(part: Part): HashedFile {
  return { file: part.at('file').text(), ...optional(part, 'sha256', (field) => field.text()) };
}

function readSkipped(part: Part): Skipped {
  return { file: part.at('file').text(), engine: part.at('engine').text(), because: part.at('because').text() };
}

/** Undefined: the report is of a schema whose certificates are not read. */
type Certificates = ReadonlyMap<string, Certificate> | undefined;

function readCertificates(table: Part): ReadonlyMap<string, Certificate> {
  const certificates = new Map<string, Certificate>();
  for (const id of Object.keys(table.object())) {
    const part = table.at(id);
    certificates.set(id, certificateOf(part.at('kind').text(), part.at('body').object()));
  }
  return certificates;
}

function readEntry(part: Part, certificates: Certificates): ReadEntry {
  const file = part.at('file').text();
  const finding: Finding = {
    engine: part.at('engine').text(),
    method: part.at('method').text(),
    property: readProperty(part.at('property')),
    rule: readRule(part.at('rule')),
    message: part.at('message').text(),
    verdict: readVerdict(part, file, certificates),
    places: part
      .at('places')
      .list()
      .map((place) => readCaptionedPlace(place, file)),
    because: part
      .at('reasons')
      .list()
      .map((reason) => reason.text()),
    ...optional(part, 'help', (field) => field.text()),
    statistics: readStatistics(part.at('statistics')),
  };
  return { file, finding, ...optional(part, 'claim', readClaim) };
}

function readClaim(part: Part): ReportClaim {
  const options: Record<string, readonly string[]> = {};
  for (const name of Object.keys(part.at('options').object()))
    options[name] = part
      .at('options')
      .at(name)
      .list()
      .map((value) => value.text());
  return {
    model: part.at('model').isPresent ? part.at('model').text() : '',
    property: readProperty(part.at('property')),
    scope: readScope(part.at('scope')),
    options,
  };
}

function readRule(part: Part): RuleCode {
  const code = part.text();
  return isRuleCode(code) ? code : part.fail(`is not a rule code: ${code}`);
}

function readStatistics(part: Part): Finding['statistics'] {
  const statistics: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(part.object())) {
    statistics[name] = typeof value === 'string' ? value : part.at(name).number();
  }
  return statistics;
}

function readVerdict(part: Part, file: string, certificates: Certificates): Verdict {
  const kind = part.at('verdict').oneOf('violated', 'holds', 'unknown');
  switch (kind) {
    case 'violated': {
      const confirmed = part.at('confirmed').boolean();
      return { kind, confirmed, scope: readScope(part.at('scope')), witness: readWitness(part.at('witness'), file) };
    }
    case 'holds': {
      const certificate = readCertificate(part.at('certificate'), certificates);
      return { kind, scope: readScope(part.at('scope')), certificate };
    }
    case 'unknown':
      return isPossiblePart(part)
        ? {
            kind: 'violated',
            confirmed: false,
            scope: readScope(part.at('scope')),
            witness: readWitness(part.at('witness'), file),
          }
        : {
            kind,
            because: part.at('because').text(),
            ...optional(part, 'obstacle', (field) => field.oneOf(...obstacles)),
          };
  }
}

/** A possible violation is an unknown result with a witness. */
function isPossiblePart(part: Part): boolean {
  const because = part.object()['because'];
  return isRecord(because) && because['kind'] === 'possible';
}

function readScope(part: Part): Scope {
  const kind = part.at('kind').oneOf('all-executions', 'bounded', 'recorded-trace');
  const assumptions = part
    .at('assumptions')
    .list()
    .map((assumption) => ({ text: assumption.at('text').text() }));
  if (kind !== 'bounded') return { kind, assumptions };
  const bounds: Record<string, number> = {};
  for (const name of Object.keys(part.at('bounds').object())) bounds[name] = part.at('bounds').at(name).number();
  return { kind, bounds, assumptions };
}

function readCertificate(part: Part, certificates: Certificates): Certificate | NoCertificate {
  const kind = part.at('kind').text();
  if (kind === 'none') return noCertificate(part.at('because').text());
  if (!certificates) return noCertificate(`a report of schema 1 is not bound to its inputs: its ${kind} is not read`);
  if (!part.at('id').isPresent) return noCertificate(`a ${kind} certificate was checked but not written`);
  const id = part.at('id').text();
  const certificate = certificates.get(id) ?? part.at('id').fail(`is not in the certificates table: ${id}`);
  return statedKind(certificate) === kind ? certificate : part.at('kind').fail(`is not the kind of ${id}`);
}

function readWitness(part: Part, file: string): Witness {
  const { steps: _steps, edges: _edges, startValues: _values, waiting: _waiting, ...details } = part.object();
  const steps = part
    .at('steps')
    .list()
    .map((step) => readStep(step, file));
  return {
    kind: witnessKind(details),
    steps,
    ...optional(part, 'startValues', (values) => values.list().map(readValue)),
    ...optional(part, 'edges', (edges) => edges.list().map((edge) => readEdge(edge, steps.length))),
    ...optional(part, 'waiting', (list) => list.list().map((waits) => readWaiting(waits, file))),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
}

function readEdge(part: Part, steps: number): OrderEdge {
  const stepIndex = (end: Part) => {
    const index = end.integer(0);
    return index < steps ? index : end.fail('is not the index of a step');
  };
  return { from: stepIndex(part.at('from')), to: stepIndex(part.at('to')), label: part.at('label').text() };
}

function readStep(part: Part, file: string): WitnessStep {
  return {
    thread: part.at('thread').text(),
    action: part.at('action').text(),
    ...optional(part, 'target', (field) => field.text()),
    ...(part.at('line').isPresent ? { place: readPlace(part, file) } : {}),
    ...(part.at('silent').isPresent && part.at('silent').boolean() ? { silent: true as const } : {}),
    ...optional(part, 'choice', (field) => field.integer(0)),
    ...optional(part, 'value', (field) => field.number()),
    ...optional(part, 'change', (field) => field.text()),
    ...optional(part, 'locals', (values) => values.list().map(readValue)),
    ...optional(part, 'note', (field) => field.text()),
  };
}

function readWaiting(part: Part, file: string): WaitingThread {
  return {
    thread: part.at('thread').text(),
    waitsFor: part.at('waitsFor').text(),
    on: part
      .at('on')
      .list()
      .map((thread) => thread.text()),
    place: readPlace(part, file),
  };
}

function readValue(part: Part): NamedValue {
  return [part.at('name').text(), part.at('value').text()];
}

function readCaptionedPlace(part: Part, file: string): CaptionedPlace {
  return { place: readPlace(part, file), caption: part.at('caption').text() };
}

function readPlace(part: Part, file: string): Place {
  return {
    file: part.at('file').isPresent ? part.at('file').text() : file,
    line: part.at('line').integer(1),
    column: part.at('column').integer(1),
    length: part.at('length').isPresent ? part.at('length').integer(1) : 1,
  };
}
