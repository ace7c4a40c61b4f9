// The JSON report, schema `heddle-report/2`, in chunks: one result per line, so that millions of results need no memory
// and line-based tools can cope. The certificates come after the results that refer to them.

import type { Json } from '../../base/json.js';
import { statedKind } from '../../verdict/certificate.js';
import type { Report, ReportOptions } from '../report.js';
import { countEntry, emptySummary } from '../summary.js';
import { CertificateTable } from './certificate-table.js';
import { diagnosticJson, inputJson, resultJson } from './result-json.js';

export const reportSchema = 'heddle-report/2';

export function* writeJson(report: Report, options: ReportOptions): Generator<string> {
  const summary = emptySummary();
  const table = options.certificates ? new CertificateTable() : undefined;
  yield `{ "schema": ${compact(reportSchema)},\n`;
  yield `  "tool": ${compact({ name: 'heddle', version: report.version })},\n`;
  yield `  "command": ${compact(report.command)},\n`;
  const hashes = new Map(report.inputs.map(({ file, sha256 }) => [file, sha256]));
  yield* list('inputs', report.inputs, (input) => compact(inputJson(input)));
  yield* list('results', report.entries, (entry) => {
    countEntry(summary, entry);
    return compact(resultJson(entry, hashes.get(entry.file), table));
  });
  yield* list('skipped', report.skipped, ({ file, engine, because }) => compact({ file, engine, because }));
  yield* list('diagnostics', report.diagnostics, (diagnostic) => compact(diagnosticJson(diagnostic)));
  yield* list('times', report.times ?? [], (time) => compact({ ...time }));
  if (report.reused !== undefined) yield `  "reused": ${report.reused},\n`;
  yield* items(
    'certificates',
    '{}',
    table ?? [],
    ([id, certificate]) => `${compact(id)}: ${compact({ kind: statedKind(certificate), body: certificate.body })}`,
  );
  yield `  "summary": ${compact(summary)} }\n`;
}

function list<T>(name: string, elements: Iterable<T>, print: (element: T) => string): Generator<string> {
  return items(name, '[]', elements, print);
}

function* items<T>(
  name: string,
  brackets: '[]' | '{}',
  elements: Iterable<T>,
  print: (element: T) => string,
): Generator<string> {
  let before = `  "${name}": ${brackets[0]}`;
  let after = brackets[1]!;
  for (const element of elements) {
    yield `${before}\n    ${print(element)}`;
    before = ',';
    after = `\n  ${brackets[1]}`;
  }
  yield before === ',' ? `${after},\n` : `${before}${after},\n`;
}

function compact(value: Json): string {
  return JSON.stringify(value);
}
