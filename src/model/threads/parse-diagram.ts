// The TTD/TTS text form. `#` starts a comment; the first two integers are |S| and |L|; then edges
// `s l -> s' l' {p ~> q}`, `s l +> s' l'`, `s l ~> s' l'`. A passive pair stands on the line of its edge.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { RuleCode } from '../../base/rules/index.js';
import type { SourceText, Span } from '../../base/source-text.js';
import { type Companions, noCompanions, type ReadOutcome, type TextReader } from '../model.js';
import { defaultInitial, type Edge, type PassiveMove, type ThreadDiagram } from './diagram.js';
import { parseTargets } from './parse-configuration.js';

interface Token extends Span {
  readonly kind: 'number' | '->' | '+>' | '~>' | 'other';
  readonly value: number;
  readonly line: number;
}

const tokenForm = /#[^\r\n]*|\r\n|\r|\n|\d+|->|\+>|~>|[^\s]/g;
const largestCount = 1 << 28;
const mostErrors = 20;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const match of text.matchAll(tokenForm)) {
    const word = match[0];
    if (word === '\n' || word === '\r' || word === '\r\n') line++;
    if (/^[#\r\n]/.test(word)) continue;
    const span = { start: match.index, end: match.index + word.length, line };
    if (word === '->' || word === '+>' || word === '~>') tokens.push({ ...span, kind: word, value: 0 });
    else if (/^\d/.test(word)) tokens.push({ ...span, kind: 'number', value: Number(word) });
    else tokens.push({ ...span, kind: 'other', value: 0 });
  }
  return tokens;
}

class DiagramParser {
  readonly diagnostics: Diagnostic[] = [];
  readonly edges: Edge[] = [];
  readonly #tokens: Token[];
  #next = 0;
  sharedCount = 0;
  localCount = 0;

  constructor(readonly source: SourceText) {
    this.#tokens = tokenize(source.text);
  }

  parse(): void {
    const [shared, local] = [this.#tokens[0], this.#tokens[1]];
    if (shared?.kind !== 'number' || local?.kind !== 'number') {
      this.#error(shared, 'HD4002', 'expected the numbers of shared and local states', 'start the file with: 7 5');
      return;
    }
    this.sharedCount = this.#count(shared);
    this.localCount = this.#count(local);
    this.#next = 2;
    while (this.#next < this.#tokens.length && this.diagnostics.length < mostErrors) this.#edge();
  }

  #count(token: Token): number {
    if (token.value === 0 || token.value > largestCount)
      this.#error(token, 'HD4002', `a count of states must be between 1 and ${largestCount}`);
    return token.value;
  }

  #edge(): void {
    const start = this.#next;
    const [s, l, arrow, t, m] = this.#tokens.slice(start, start + 5);
    const sound =
      s?.kind === 'number' && l?.kind === 'number' && t?.kind === 'number' && m?.kind === 'number' && isArrow(arrow);
    if (!sound) {
      const wrong = [s, l, arrow, t, m].find((token, i) => (i === 2 ? !isArrow(token) : token?.kind !== 'number'));
      this.#error(wrong, 'HD4002', "expected an edge `s l -> s' l'`", "also `s l +> s' l'` and `s l ~> s' l'`");
      this.#skipLine(start);
      return;
    }
    this.#next = start + 5;
    const inRange = this.#shared(s) && this.#local(l) && this.#shared(t) && this.#local(m);
    const passive = this.#passive(arrow.line);
    if (passive.length > 0 && arrow.kind !== '->') this.#error(arrow, 'HD4002', 'only a `->` edge has passive moves');
    if (!inRange) return;
    const kind = arrow.kind === '->' ? 'move' : arrow.kind === '+>' ? 'spawn' : 'transfer';
    const place = this.source.place({ start: s.start, end: m.end });
    this.edges.push({
      kind,
      from: { shared: s.value, local: l.value },
      to: { shared: t.value, local: m.value },
      passive,
      place,
    });
  }

  #passive(line: number): PassiveMove[] {
    const moves: PassiveMove[] = [];
    for (;;) {
      const [p, arrow, q] = this.#tokens.slice(this.#next, this.#next + 3);
      if (p?.kind !== 'number' || arrow?.kind !== '~>' || q?.kind !== 'number' || p.line !== line) return moves;
      this.#next += 3;
      if (this.#local(p) && this.#local(q)) moves.push({ from: p.value, to: q.value });
    }
  }

  #shared(token: Token): boolean {
    if (token.value < this.sharedCount) return true;
    this.#error(token, 'HD4003', `shared state ${token.value} is not below ${this.sharedCount}`);
    return false;
  }

  #local(token: Token): boolean {
    if (token.value < this.localCount) return true;
    this.#error(token, 'HD4003', `local state ${token.value} is not below ${this.localCount}`);
    return false;
  }

  #skipLine(start: number): void {
    const line = this.#tokens[start]!.line;
    this.#next = start + 1;
    while (this.#tokens[this.#next]?.line === line) this.#next++;
  }

  #error(token: Token | undefined, code: RuleCode, message: string, help?: string): void {
    const end = this.source.text.length;
    const span = token ?? this.#tokens.at(-1) ?? { start: end, end };
    this.diagnostics.push(diagnosticAt(this.source, span, code, message, help === undefined ? {} : { help }));
  }
}

function isArrow(token: Token | undefined): token is Token {
  return token?.kind === '->' || token?.kind === '+>' || token?.kind === '~>';
}

export function parseDiagram(source: SourceText, companions: Companions = noCompanions): ReadOutcome {
  const parser = new DiagramParser(source);
  parser.parse();
  if (parser.diagnostics.length > 0) return { diagnostics: parser.diagnostics };
  const { sharedCount, localCount, edges } = parser;
  const diagram: ThreadDiagram = {
    kind: 'threads',
    sharedCount,
    localCount,
    edges,
    initial: [defaultInitial],
    targets: [],
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
