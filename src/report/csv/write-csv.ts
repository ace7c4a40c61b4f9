// The results as a table for spreadsheets and statistics (RFC 4180): one row each, without witnesses and certificates.

import { statedProperty } from '../../verdict/property.js';
import type { Verdict } from '../../verdict/verdict.js';
import { csvRow } from '../csv-row.js';
import type { LineReporter, ReportEntry } from '../report.js';
import { isPossible } from '../summary.js';
import { messageOf } from '../wording.js';

const columns = [
  'file',
  'engine',
  'method',
  'property',
  'verdict',
  'evidence',
  'rule',
  'severity',
  'accepted',
  'place',
  'line',
  'column',
  'milliseconds',
  'message',
] as const;

type Row = Record<(typeof columns)[number], string | number | undefined>;

export class Csv implements LineReporter {
  head(): string {
    return csvRow(columns);
  }

  entry(entry: ReportEntry): string {
    const cells = cellsOf(entry);
    return csvRow(columns.map((column) => cells[column]));
  }

  foot(): readonly string[] {
    return [];
  }
}

function cellsOf(entry: ReportEntry): Row {
  const { file, finding, severity, accepted } = entry;
  const { engine, method, property, rule, verdict, places, statistics } = finding;
  const place = places[0]?.place;
  return {
    file,
    engine,
    method,
    property: JSON.stringify(statedProperty(property)),
    verdict: isPossible(entry) ? 'unknown' : verdict.kind,
    evidence: evidenceOf(verdict),
    rule,
    severity,
    accepted: accepted?.by,
    place: place?.file,
    line: place?.line,
    column: place?.column,
    milliseconds: statistics['milliseconds'],
    message: messageOf(finding),
  };
}

/** What the answer rests on, or why there is none. */
function evidenceOf(verdict: Verdict): string {
  if (verdict.kind === 'violated') return verdict.confirmed ? 'replayed' : 'possible';
  return verdict.kind === 'holds' ? verdict.certificate.kind : verdict.because;
}
