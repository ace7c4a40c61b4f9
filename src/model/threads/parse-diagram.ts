// The TTD/TTS text form. `#` starts a comment; the first two integers are |S| and |L|; then edges
// `s l -> s' l' {p ~> q}`, `s l +> s' l'`, `s l ~> s' l'`. A passive pair stands on the line of its edge.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { RuleCode } from '../../base/rule.js';
import type { SourceText } from '../../base/source-text.js';
import { type Companions, noCompanions, type ReadOutcome, type TextReader } from '../model.js';
import { defaultInitial, type Edge, type PassiveMove, type ThreadDiagram } from './diagram.js';
import { DiagramTokens } from './diagram-tokens.js';
import { parseTargets } from './parse-configuration.js';
import { parseHeading } from './parse-heading.js';

const largestCount = 1 << 20;
const mostErrors = 20;

class DiagramParser {
  readonly diagnostics: Diagnostic[] = [];
  readonly edges: Edge[] = [];
  readonly #tokens: DiagramTokens;
  #next = 0;
  sharedCount = 0;
  localCount = 0;

  constructor(readonly source: SourceText) {
    this.#tokens = new DiagramTokens(source.text);
  }

  parse(): void {
    if (this.#tokens.kind(0) !== 'number' || this.#tokens.kind(1) !== 'number') {
      this.#error(0, 'HD4002', 'expected the numbers of shared and local states', 'start the file with: 7 5');
      return;
    }
    this.sharedCount = this.#count(0);
    this.localCount = this.#count(1);
    this.#next = 2;
    while (this.#next < this.#tokens.length && this.diagnostics.length < mostErrors) this.#edge();
  }

  #count(token: number): number {
    const value = this.#tokens.value(token);
    if (value === 0 || value > largestCount)
      this.#error(token, 'HD4002', `a count of states must be between 1 and ${largestCount}`);
    return value;
  }

  #edge(): void {
    const first = this.#next;
    const wrong = [0, 1, 2, 3, 4].find((i) => !this.#fits(first + i, i));
    if (wrong !== undefined) {
      this.#error(first + wrong, 'HD4002', "expected an edge `s l -> s' l'`", "also `s l +> s' l'` and `s l ~> s' l'`");
      this.#skipLine(first);
      return;
    }
    this.#next = first + 5;
    const from = { shared: this.#shared(first), local: this.#local(first + 1) };
    const to = { shared: this.#shared(first + 3), local: this.#local(first + 4) };
    const arrow = this.#tokens.kind(first + 2);
    const passive = this.#passive(this.#tokens.line(first + 2));
    if (passive.length > 0 && arrow !== '->') this.#error(first + 2, 'HD4002', 'only a `->` edge has passive moves');
    const kind = arrow === '->' ? 'move' : arrow === '+>' ? 'spawn' : 'transfer';
    const span = { start: this.#tokens.span(first).start, end: this.#tokens.span(first + 4).end };
    this.edges.push({ kind, from, to, passive, place: this.source.place(span) });
  }

  /** Is the token what an edge has at this position? */
  #fits(token: number, position: number): boolean {
    const kind = this.#tokens.kind(token);
    if (position !== 2) return kind === 'number';
    return kind === '->' || kind === '+>' || kind === '~>';
  }

  #passive(line: number): readonly PassiveMove[] {
    const tokens = this.#tokens;
    const moves: PassiveMove[] = [];
    for (let at = this.#next; tokens.line(at) === line && tokens.kind(at + 1) === '~>'; at = this.#next) {
      if (tokens.kind(at) !== 'number' || tokens.kind(at + 2) !== 'number') break;
      this.#next += 3;
      moves.push({ from: this.#local(at), to: this.#local(at + 2) });
    }
    return moves.length > 0 ? moves : noMoves;
  }

  #shared(token: number): number {
    return this.#below(token, this.sharedCount, 'shared');
  }

  #local(token: number): number {
    return this.#below(token, this.localCount, 'local');
  }

  #below(token: number, count: number, what: string): number {
    const value = this.#tokens.value(token);
    if (value >= count) this.#error(token, 'HD4003', `${what} state ${value} is not below ${count}`);
    return value;
  }

  #skipLine(first: number): void {
    const line = this.#tokens.line(first);
    this.#next = first + 1;
    while (this.#tokens.line(this.#next) === line) this.#next++;
  }

  #error(token: number, code: RuleCode, message: string, help?: string): void {
    const last = this.#tokens.length - 1;
    const end = this.source.text.length;
    const span = last < 0 ? { start: end, end } : this.#tokens.span(Math.min(token, last));
    this.diagnostics.push(diagnosticAt(this.source, span, code, message, help === undefined ? {} : { help }));
  }
}

const noMoves: readonly PassiveMove[] = [];

export function parseDiagram(source: SourceText, companions: Companions = noCompanions): ReadOutcome {
  const parser = new DiagramParser(source);
  parser.parse();
  if (parser.diagnostics.length > 0) return { diagnostics: parser.diagnostics };
  const { sharedCount, localCount, edges } = parser;
  const heading = parseHeading(source, parser);
  if (heading.diagnostics.length > 0) return { diagnostics: heading.diagnostics };
  const diagram: ThreadDiagram = {
    kind: 'threads',
    sharedCount,
    localCount,
    edges,
    initial: heading.initial.length > 0 ? heading.initial : [defaultInitial],
    targets: heading.targets,
  };
  const properties = companions.find('.prop');
  if (!properties) return { model: diagram, diagnostics: [] };
  const { targets, diagnostics } = parseTargets(properties, diagram);
  if (diagnostics.length > 0) return { diagnostics };
  const withTargets: ThreadDiagram = { ...diagram, targets };
  return { model: withTargets, diagnostics: [] };
}

export const ttdReader: TextReader = {
  form: 'text',
  id: 'ttd',
  extensions: ['.ttd'],
  summary: 'thread transition diagram',
  read: parseDiagram,
};

export const ttsReader: TextReader = {
  form: 'text',
  id: 'tts',
  extensions: ['.tts'],
  summary: 'thread transition system (the same format as .ttd)',
  read: parseDiagram,
};
