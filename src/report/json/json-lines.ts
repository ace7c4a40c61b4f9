// The JSON report line by line (schema `heddle-lines/1`), so that results can be read while they are found and two million of
// them need no memory: a head, one `result` per line, then inputs, what was skipped, diagnostics, times, certificates, summary.

import type { Json } from '../../base/json.js';
import { statedKind } from '../../verdict/certificate.js';
import type { LineReporter, Report, ReportEntry, ReportOptions } from '../report.js';
import { countEntry, emptySummary } from '../summary.js';
import { CertificateTable } from './certificate-table.js';
import { diagnosticJson, inputJson, resultJson } from './result-json.js';

export const linesSchema = 'heddle-lines/1';

export class JsonLines implements LineReporter {
  readonly #summary = emptySummary();
  readonly #table: CertificateTable | undefined;

  constructor({ certificates }: Pick<ReportOptions, 'certificates'>) {
    this.#table = certificates ? new CertificateTable() : undefined;
  }

  head({ version, command }: Pick<Report, 'version' | 'command'>): string {
    return line({ schema: linesSchema, tool: { name: 'heddle', version }, command });
  }

  entry(entry: ReportEntry, model: string | undefined): string {
    countEntry(this.#summary, entry);
    return line({ result: resultJson(entry, model, this.#table) });
  }

  *foot(report: Omit<Report, 'entries'>): Generator<string> {
    for (const input of report.inputs) yield line({ input: inputJson(input) });
    for (const skipped of report.skipped) yield line({ skipped: { ...skipped } });
    for (const diagnostic of report.diagnostics) yield line({ diagnostic: diagnosticJson(diagnostic) });
    for (const time of report.times ?? []) yield line({ time: { ...time } });
    for (const [id, certificate] of this.#table ?? [])
      yield line({ certificate: { id, kind: statedKind(certificate), body: certificate.body } });
    if (report.reused !== undefined) yield line({ reused: report.reused });
    yield line({ summary: this.#summary });
  }
}

function line(value: Json): string {
  return `${JSON.stringify(value)}\n`;
}
