// Collects the messages about one file. A broken or generated file of many megabytes must not drown the user, so each
// severity is cut off at a limit and the cut is said.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { RuleCode } from '../../base/rule.js';
import type { SourceText, Span } from '../../base/source-text.js';

const MESSAGE_LIMIT = 100;

interface Entry {
  readonly start: number;
  readonly diagnostic: Diagnostic;
}

export class DiagnosticLog {
  readonly #entries: Entry[] = [];
  /** A process with a parameter is lowered once per value; what is wrong with it is said once. */
  readonly #said = new Set<string>();
  readonly #counts = { error: 0, warning: 0 };

  constructor(readonly source: SourceText) {}

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }

  /** True when further errors would not be shown: the parser gives up then. */
  get isFull(): boolean {
    return this.#counts.error > MESSAGE_LIMIT;
  }

  error(span: Span, code: RuleCode, message: string, help?: string): void {
    this.#add('error', span, code, message, help);
  }

  warning(span: Span, code: RuleCode, message: string, help?: string): void {
    this.#add('warning', span, code, message, help);
  }

  /** In the order of the text. Warnings only if all is well otherwise: errors make names look unused. */
  diagnostics(): readonly Diagnostic[] {
    const shown = this.#entries.filter(({ diagnostic }) => diagnostic.severity === 'error' || !this.hasErrors);
    return shown.sort((a, b) => a.start - b.start).map((entry) => entry.diagnostic);
  }

  #add(severity: 'error' | 'warning', span: Span, code: RuleCode, message: string, help: string | undefined): void {
    const said = `${severity} ${span.start} ${span.end} ${code} ${message}`;
    if (this.#said.has(said)) return;
    this.#said.add(said);
    const count = ++this.#counts[severity];
    if (count > MESSAGE_LIMIT + 1) return;
    const last = count === MESSAGE_LIMIT + 1;
    const options = { severity, ...(help === undefined || last ? {} : { help }) };
    const diagnostic = last
      ? diagnosticAt(
          this.source,
          span,
          'HD0199',
          `more than ${MESSAGE_LIMIT} ${severity}s: the rest is left out`,
          options,
        )
      : diagnosticAt(this.source, span, code, message, options);
    this.#entries.push({ start: span.start, diagnostic });
  }
}
