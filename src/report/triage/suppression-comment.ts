// `// heddle-ignore HD1001: reason`, in every language that Heddle reads: a comment that accepts findings of these rules at
// its own line, or, where it stands alone on its line, at the next one that is no comment. Without a reason it accepts nothing.

import type { Diagnostic } from '../../base/diagnostic.js';
import { diagnosticAt } from '../../base/diagnostic.js';
import { isRuleCode, type RuleCode } from '../../base/rule.js';
import type { SourceText } from '../../base/source-text.js';
import type { Finding } from '../../verdict/verdict.js';
import type { Acceptance } from './triage.js';

interface Suppression {
  readonly source: SourceText;
  /** Where it stands. */
  readonly start: number;
  readonly end: number;
  readonly codes: readonly RuleCode[];
  readonly reason: string;
  /** The line whose findings it accepts. */
  readonly line: number;
}

const pattern =
  /(?:\/\/|\/\*|#|--|%)[ \t]*(heddle-ignore\b[ \t]*(HD\d{4}(?:[ \t]*,[ \t]*HD\d{4})*)?[ \t]*(?::[ \t]*([^\n\r]*?))?)[ \t]*(?:\*\/)?[ \t]*$/gm;

export class SuppressionComments {
  readonly #byPlace = new Map<string, Suppression[]>();
  readonly #used = new Set<Suppression>();
  /** What is wrong with comments. */
  readonly faulty: Diagnostic[] = [];

  constructor(sources: readonly SourceText[]) {
    for (const source of sources) if (source.text.includes('heddle-ignore')) this.#read(source);
  }

  accept({ rule, places }: Finding): Acceptance | undefined {
    for (const { place } of places)
      for (const suppression of this.#byPlace.get(`${place.file}:${place.line}`) ?? []) {
        if (!suppression.codes.includes(rule)) continue;
        this.#used.add(suppression);
        return { by: 'comment', reason: suppression.reason };
      }
    return undefined;
  }

  /** Comments that have accepted nothing. */
  unused(): Diagnostic[] {
    const unused = [...this.#byPlace.values()].flat().filter((suppression) => !this.#used.has(suppression));
    return unused.map(({ source, start, end, codes }) =>
      diagnosticAt(source, { start, end }, 'HD0014', `nothing at this line is reported as ${codes.join(' or ')}`, {
        severity: 'warning',
        help: 'remove the comment, or move it to the line that the finding names',
      }),
    );
  }

  #read(source: SourceText): void {
    for (const match of source.text.matchAll(pattern)) {
      if (isQuoted(source, match.index)) continue;
      const start = match.index + match[0].indexOf('heddle-ignore');
      const span = { start, end: start + match[1]!.trimEnd().length };
      const codes = (match[2] ?? '')
        .split(',')
        .map((code) => code.trim())
        .filter(isRuleCode);
      const reason = (match[3] ?? '').trim();
      if (codes.length === 0 || reason === '') this.faulty.push(incomplete(source, span, codes.length === 0));
      else this.#add({ source, ...span, codes, reason, line: acceptedLine(source, match.index) });
    }
  }

  #add(suppression: Suppression): void {
    const key = `${suppression.source.file}:${suppression.line}`;
    this.#byPlace.set(key, [...(this.#byPlace.get(key) ?? []), suppression]);
  }
}

/** A comment about such comments is none of them. */
function isQuoted(source: SourceText, at: number): boolean {
  const { line, column } = source.position(at);
  return /^\s*(?:\/\/|\/\*|\*|#|--|%)/.test(source.line(line).slice(0, column - 1));
}

function incomplete(source: SourceText, span: { start: number; end: number }, withoutCode: boolean): Diagnostic {
  const missing = withoutCode ? 'which rule it is about' : 'a reason';
  return diagnosticAt(source, span, 'HD0013', `a heddle-ignore comment must say ${missing}`, {
    severity: 'warning',
    help: 'write `heddle-ignore HD1001: why this is fine`',
  });
}

/** The comment's own line, or the next that is not only a comment. */
function acceptedLine(source: SourceText, at: number): number {
  let { line } = source.position(at);
  while (line < source.lineCount && /^\s*(?:\/\/|\/\*|\*|#|--|%|$)/.test(source.line(line))) line++;
  return line;
}
