// Text form of action trees: `acq_1(sp(rel_1($), label_1))`, several trees separated by `;`, comments as in EML.
// An explicit stack of open nodes instead of recursion: a thread of a million actions is a million levels deep.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { SourceText, Span } from '../../base/source-text.js';
import { actionOfSymbol, arityOfAction, isTreeLabel } from './action-symbol.js';
import type { Action, ActionNode, ActionTree } from './action-tree.js';

interface Token extends Span {
  readonly text: string;
}

interface OpenNode {
  readonly action: Action;
  readonly children: number[];
  readonly span: Span;
}

export interface ParsedForest {
  readonly trees: readonly ActionTree[];
  readonly diagnostics: readonly Diagnostic[];
}

export function parseForest(source: SourceText): ParsedForest {
  const tokens = tokenize(source.text);
  const trees: ActionTree[] = [];
  const diagnostics: Diagnostic[] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = nextSemicolon(tokens, at);
    if (end > at || trees.length + diagnostics.length === 0) {
      const outcome = new TreeParser(source, tokens.slice(at, end)).parse();
      if ('nodes' in outcome) trees.push(outcome);
      else diagnostics.push(outcome);
    }
    at = end + 1;
  }
  if (tokens.length === 0)
    diagnostics.push(diagnosticAt(source, { start: 0, end: 0 }, 'HD5001', 'the file has no tree'));
  return { trees, diagnostics };
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|\s+|([A-Za-z_]\w*|[\s\S])/g;
  for (const match of text.matchAll(pattern)) {
    const [whole, token] = match;
    if (token !== undefined) tokens.push({ text: token, start: match.index, end: match.index + whole.length });
  }
  return tokens;
}

function nextSemicolon(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length && tokens[at]!.text !== ';') at++;
  return at;
}

class TreeParser {
  readonly #nodes: OpenNode[] = [];
  /** Nodes whose argument list is open, innermost last. */
  readonly #open: number[] = [];

  constructor(
    readonly source: SourceText,
    readonly tokens: readonly Token[],
  ) {}

  parse(): ActionTree | Diagnostic {
    const { tokens } = this;
    let wantsTree = true;
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      if (wantsTree) {
        const problem = this.#addNode(token);
        if (problem) return problem;
        wantsTree = tokens[at + 1]?.text === '(';
        if (wantsTree) this.#open.push(this.#nodes.length - 1);
        if (wantsTree) at++;
      } else if (token.text === ',' && this.#open.length > 0) wantsTree = true;
      else if (token.text === ')' && this.#open.length > 0) this.#open.pop();
      else return this.#error(token, `expected ${this.#open.length > 0 ? '`,` or `)`' : '`;` or the end of the file'}`);
    }
    if (wantsTree || this.#open.length > 0)
      return this.#error(tokens.at(-1), wantsTree ? 'a tree is missing after this' : '`)` is missing after this');
    return this.#finish();
  }

  #addNode(token: Token): Diagnostic | undefined {
    const action: Action | undefined = isTreeLabel(token.text)
      ? { kind: 'label', label: token.text }
      : actionOfSymbol(token.text);
    if (!action) {
      const help = 'a node is one of acq_1 rel_1 sp jo br label_1 $ bot; locks and labels count from 1';
      return diagnosticAt(this.source, token, 'HD5001', `\`${token.text}\` is not an action`, { help });
    }
    const parent = this.#open.at(-1);
    if (parent !== undefined) this.#nodes[parent]!.children.push(this.#nodes.length);
    this.#nodes.push({ action, children: [], span: { start: token.start, end: token.end } });
    return undefined;
  }

  #finish(): ActionTree | Diagnostic {
    const wrong = this.#nodes.find(hasWrongArity);
    if (!wrong) return { nodes: this.#nodes satisfies readonly ActionNode[] };
    const { least, most } = arityOfAction(wrong.action);
    const expected = least === most ? `${least}` : `${least} or ${most}`;
    const message = `this node takes ${expected} argument(s), not ${wrong.children.length}`;
    return diagnosticAt(this.source, wrong.span, 'HD5001', message);
  }

  #error(token: Token | undefined, message: string): Diagnostic {
    return diagnosticAt(this.source, token ?? { start: 0, end: 1 }, 'HD5001', message);
  }
}

function hasWrongArity({ action, children }: OpenNode): boolean {
  const { least, most } = arityOfAction(action);
  return children.length < least || children.length > most;
}
