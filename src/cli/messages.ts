// Diagnostics on standard error: the first ones of each file in full, the rest counted.

import { type Diagnostic, printDiagnostic } from '../base/diagnostic.js';

const mostPerFile = 50;

export function* printMessages(diagnostics: readonly Diagnostic[]): Generator<string> {
  const seen = new Map<string, number>();
  for (const diagnostic of diagnostics) {
    const file = diagnostic.file ?? '';
    const before = seen.get(file) ?? 0;
    seen.set(file, before + 1);
    if (before < mostPerFile) yield `${printDiagnostic(diagnostic)}\n`;
  }
  for (const [file, count] of seen)
    if (count > mostPerFile) yield `${file}${file === '' ? '' : ': '}and ${count - mostPerFile} more\n`;
}

export function writeMessages(diagnostics: readonly Diagnostic[]): void {
  for (const text of printMessages(diagnostics)) process.stderr.write(text);
}
