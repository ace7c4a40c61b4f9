// A message about an input: what, where, and how to help oneself. Errors mean exit 2; warnings and notes change nothing.

import { printable } from './printable.js';
import type { RuleCode } from './rule.js';
import type { Place, SourceText, Span } from './source-text.js';

export interface Diagnostic {
  readonly code: RuleCode;
  readonly severity: 'error' | 'warning' | 'note';
  /** Lower case, one sentence, no full stop. */
  readonly message: string;
  readonly file?: string;
  readonly place?: Place;
  /** The text of the line at `place`, so that any report can underline it. */
  readonly sourceLine?: string;
  readonly help?: string;
}

export interface DiagnosticOptions {
  readonly severity?: Diagnostic['severity'];
  readonly help?: string;
}

export function diagnosticAt(
  source: SourceText,
  span: Span,
  code: RuleCode,
  message: string,
  options: DiagnosticOptions = {},
): Diagnostic {
  const text = span.source ?? source;
  const place = text.place(span);
  const { severity = 'error', help } = options;
  return {
    code,
    severity,
    message,
    file: text.file,
    place,
    sourceLine: text.line(place.line),
    ...(help === undefined ? {} : { help }),
  };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** The last word on how a diagnostic looks in plain text: header, source line, underline, help. */
export function printDiagnostic(diagnostic: Diagnostic): string {
  const { place, file, severity, code, message, sourceLine, help } = diagnostic;
  const where = place ? `${place.file}:${place.line}:${place.column}: ` : file ? `${file}: ` : '';
  const lines = [printable(`${where}${severity}[${code}]: ${message}`)];
  if (place && sourceLine !== undefined && sourceLine.length <= 400) {
    const number = String(place.line);
    const gutter = ' '.repeat(number.length);
    const lead = printable(sourceLine.slice(0, place.column - 1)).replace(/[^\t]/g, ' ');
    const marked = printable(sourceLine.slice(place.column - 1, place.column - 1 + place.length)).length;
    const mark = '^'.repeat(Math.max(marked, place.length));
    lines.push(`${gutter} |`, `${number} | ${printable(sourceLine)}`, `${gutter} | ${lead}${mark}`);
  }
  if (help) lines.push(printable(`help: ${help}`));
  return lines.join('\n');
}
