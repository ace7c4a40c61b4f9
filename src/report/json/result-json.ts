// One entry of a report as the JSON that the contract promises (schema/heddle-report-2.json). `read.ts` is its inverse.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { JsonObject } from '../../base/json.js';
import type { Place } from '../../base/source-text.js';
import { statedKind } from '../../verdict/certificate.js';
import { statedProperty } from '../../verdict/property.js';
import type { Scope } from '../../verdict/scope.js';
import type { CaptionedPlace, Verdict } from '../../verdict/verdict.js';
import type { NamedValue, Witness, WitnessStep } from '../../verdict/witness.js';
import type { InputFile, ReportEntry } from '../report.js';
import { isPossible } from '../summary.js';
import { isAbsent, messageOf } from '../wording.js';
import type { CertificateTable } from './certificate-table.js';

export function inputJson({ file, sha256, bytes, reader, companions = [] }: InputFile): JsonObject {
  return { file, sha256, bytes, reader, companions: companions.map((companion) => ({ ...companion })) };
}

/** With a table, certificates are referred to by id; without one only their kind is told. `model`: the input's hash. */
export function resultJson(
  entry: ReportEntry,
  model: string | undefined,
  table: CertificateTable | undefined,
): JsonObject {
  const { file, finding, severity, accepted, onCode, options = {} } = entry;
  const { engine, method, rule, verdict, places, because, help, statistics } = finding;
  const property = statedProperty(finding.property);
  const message = messageOf(finding);
  const claim = verdict.kind === 'holds' ? { model, property, scope: scopeJson(verdict.scope), options } : undefined;
  return {
    file,
    engine,
    method,
    property,
    rule,
    severity,
    accepted: accepted && { ...accepted },
    onCode: onCode && { ...onCode },
    message,
    ...verdictJson(verdict, file, table),
    ...(isPossible(entry) ? { verdict: 'unknown', because: { kind: 'possible' }, possible: true } : {}),
    claim,
    places: places.map((captioned) => captionedPlaceJson(captioned, file)),
    reasons: because,
    help,
    statistics,
  };
}

function verdictJson(verdict: Verdict, file: string, table: CertificateTable | undefined): JsonObject {
  switch (verdict.kind) {
    case 'violated': {
      const { confirmed, scope, witness } = verdict;
      const answer = { verdict: verdict.kind, confirmed, scope: scopeJson(scope) };
      return { ...answer, witness: witnessJson(witness, file), certificate: null };
    }
    case 'holds': {
      const { scope, certificate } = verdict;
      return {
        verdict: verdict.kind,
        scope: scopeJson(scope),
        certificate: isAbsent(certificate)
          ? { ...certificate }
          : { kind: statedKind(certificate), ...(table ? { id: table.idOf(certificate) } : { checked: true }) },
      };
    }
    case 'unknown':
      return { verdict: verdict.kind, because: verdict.because, obstacle: verdict.obstacle, certificate: null };
  }
}

function scopeJson(scope: Scope): JsonObject {
  const assumptions = scope.assumptions.map(({ text }) => ({ text }));
  if (scope.kind === 'bounded') return { kind: scope.kind, bounds: scope.bounds, assumptions };
  return { kind: scope.kind, assumptions };
}

function witnessJson({ steps, startValues, edges, waiting, details }: Witness, file: string): JsonObject {
  return {
    ...details,
    startValues: startValues?.map(valueJson),
    steps: steps.map((step) => stepJson(step, file)),
    edges: edges?.map((edge) => ({ ...edge })),
    waiting: waiting?.map(({ place, ...waits }) => ({ ...waits, ...placeJson(place, file) })),
  };
}

function stepJson(step: WitnessStep, file: string): JsonObject {
  const { thread, action, target, place, silent, choice, value, change, locals, note } = step;
  const where = place === undefined ? {} : placeJson(place, file);
  return { thread, action, target, ...where, silent, choice, value, change, locals: locals?.map(valueJson), note };
}

function valueJson([name, value]: NamedValue): JsonObject {
  return { name, value };
}

function captionedPlaceJson({ place, caption }: CaptionedPlace, file: string): JsonObject {
  return { ...placeJson(place, file), caption };
}

/** `file` is told only where it is not the result's own. */
function placeJson({ file, line, column, length }: Place, resultFile: string): JsonObject {
  return { file: file === resultFile ? undefined : file, line, column, length };
}

export function diagnosticJson({ code, severity, message, file, place, help }: Diagnostic): JsonObject {
  const where = place === undefined ? {} : { line: place.line, column: place.column, length: place.length };
  return { code, severity, message, file: place?.file ?? file, ...where, help };
}
