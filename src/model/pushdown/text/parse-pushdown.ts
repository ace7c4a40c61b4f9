// Parser of the text form (docs/formats/pds.md): items in any order, whitespace free, `//` comments. After an error it
// goes on with the next item, so that several mistakes are reported at once.

import { type Diagnostic, diagnosticAt } from '../../../base/diagnostic.js';
import type { RuleCode } from '../../../base/rule.js';
import type { SourceText, Span } from '../../../base/source-text.js';
import { reachability } from '../../../logic/semiring/reachability.js';
import type { ReadOutcome } from '../../model.js';
import { PAutomaton } from '../p-automaton.js';
import { PushdownBuilder } from '../pushdown-builder.js';
import type { NamedAutomaton, PushdownModel, RuleWeight, WeightKind } from '../pushdown-model.js';
import type { Configuration, PushdownSystem } from '../pushdown-system.js';
import { type Token, tokenize } from './tokens.js';

const maximalErrors = 20;

export function parsePushdown(source: SourceText): ReadOutcome {
  return new PushdownParser(source).parse();
}

/** Thrown and caught inside the parser only: the rest of the item is skipped. */
class ItemError extends Error {}

type NameToken = Token & { readonly kind: 'name' };

interface Written {
  readonly state: NameToken;
  readonly stack: readonly NameToken[];
  readonly span: Span;
}

interface WrittenAutomaton {
  readonly name: NameToken;
  readonly transitions: readonly { readonly from: NameToken; readonly symbol: Token; readonly to: NameToken }[];
  readonly finals: readonly NameToken[];
}

class PushdownParser {
  readonly #tokens: readonly Token[];
  readonly #builder = new PushdownBuilder();
  readonly #diagnostics: Diagnostic[] = [];
  readonly #ruleWeights = new Map<number, RuleWeight>();
  readonly #writtenWeights: NameToken[] = [];
  readonly #ruleSpans: Span[] = [];
  readonly #automata: WrittenAutomaton[] = [];
  #next = 0;
  #weights: WeightKind = { kind: 'none' };
  #initial: Configuration | undefined;

  constructor(readonly source: SourceText) {
    this.#tokens = tokenize(source);
  }

  parse(): ReadOutcome {
    while (this.#peek().kind !== 'end' && this.#diagnostics.length < maximalErrors) this.#itemOrSkip();
    if (this.#weights.kind === 'lengths') for (const weight of this.#writtenWeights) this.#checkLength(weight);
    const system = this.#builder.build();
    const automata = this.#automata.flatMap((written) => this.#automaton(system, written));
    if (this.#diagnostics.length > 0) return { diagnostics: this.#diagnostics };
    const model: PushdownModel = {
      kind: 'pushdown',
      system,
      ...(this.#initial ? { initial: this.#initial } : {}),
      automata,
      weights: this.#weights,
      ruleWeights: this.#ruleWeights,
      ruleAt: (rule) => this.source.place(this.#ruleSpans[rule]!),
    };
    return { model, diagnostics: [] };
  }

  #itemOrSkip(): void {
    try {
      this.#item();
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      while (!this.#startsItem(this.#peek())) this.#next++;
    }
  }

  /** A rule, or a keyword at the start of an item. */
  #startsItem(token: Token): boolean {
    if (token.kind === 'end' || this.#isMark(token, '<')) return true;
    return token.kind === 'name' && ['initial', 'weights', 'automaton'].includes(token.text);
  }

  #item(): void {
    const token = this.#peek();
    if (this.#isMark(token, '<')) return this.#rule();
    const keyword = this.#name('a rule, `initial`, `weights` or `automaton`');
    switch (keyword.text) {
      case 'initial':
        return this.#initialConfiguration();
      case 'weights':
        return this.#weightKind();
      case 'automaton':
        return this.#automatonBody(this.#name('the name of the automaton'));
      default:
        this.#fail(keyword, `unknown item '${keyword.text}'`);
    }
  }

  #initialConfiguration(): void {
    const { state, stack } = this.#configuration();
    this.#initial = this.#builder.configuration(
      state.text,
      stack.map(({ text }) => text),
    );
  }

  #weightKind(): void {
    const domain = this.#name('`lengths` or `words`');
    if (domain.text === 'words') {
      const bound = this.#name('the length of words');
      if (!/^[1-9]\d{0,5}$/.test(bound.text)) this.#fail(bound, 'a length of words is a number from 1 to 999999');
      this.#weights = { kind: 'words', bound: Number(bound.text) };
    } else if (domain.text === 'lengths') this.#weights = { kind: 'lengths' };
    else this.#fail(domain, `unknown domain '${domain.text}'`);
  }

  #rule(): void {
    const left = this.#configuration();
    const arrow = this.#take();
    if (arrow.kind !== 'arrow') this.#fail(arrow, 'expected `->` or `-[label]->`');
    const right = this.#configuration();
    const [symbol, ...more] = left.stack;
    if (!symbol || more.length > 0) this.#fail(left.span, 'a rule reads exactly one symbol', 'HD0261');
    if (right.stack.length > 2) this.#fail(right.span, 'a rule pushes at most two symbols', 'HD0261');
    const pushed = right.stack.map(({ text }) => text);
    const rule = this.#builder.rule(left.state.text, symbol.text, right.state.text, pushed, arrow.label);
    this.#ruleSpans.push({ start: left.span.start, end: right.span.end });
    this.#ruleWeight(rule, right);
  }

  #ruleWeight(rule: number, right: Written): void {
    const weight = this.#keyword('weight') ? this.#name('a weight') : undefined;
    const afterReturn = this.#keyword('then') ? this.#name('what follows the return') : undefined;
    if (afterReturn && right.stack.length < 2)
      this.#fail(afterReturn, 'only a call has something after its return', 'HD0261');
    if (weight) this.#writtenWeights.push(weight);
    if (!weight && !afterReturn) return;
    this.#ruleWeights.set(rule, {
      ...(weight ? { weight: weight.text } : {}),
      ...(afterReturn ? { afterReturn: afterReturn.text } : {}),
    });
  }

  #checkLength(weight: NameToken): void {
    if (!/^\d{1,9}$/.test(weight.text)) this.#report(weight, 'a length is a whole number, at least 0', 'HD0261');
  }

  #configuration(): Written {
    const open = this.#mark('<');
    const state = this.#name('a control state');
    const stack: NameToken[] = [];
    if (this.#isMark(this.#peek(), ',')) {
      this.#next++;
      while (this.#peek().kind === 'name') stack.push(this.#name('a symbol'));
    }
    const close = this.#mark('>');
    return { state, stack, span: { start: open.start, end: close.end } };
  }

  #automatonBody(name: NameToken): void {
    const transitions: { from: NameToken; symbol: Token; to: NameToken }[] = [];
    const finals: NameToken[] = [];
    this.#mark('{');
    while (!this.#isMark(this.#peek(), '}')) {
      const from = this.#name('a state, `final` or `}`');
      const symbol = this.#peek();
      if (symbol.kind !== 'arrow' && from.text === 'final') finals.push(this.#name('a state'));
      else if (symbol.kind !== 'arrow') this.#fail(symbol, 'expected `-[symbol]->`');
      else {
        this.#next++;
        transitions.push({ from, symbol, to: this.#name('a state') });
      }
    }
    this.#mark('}');
    this.#automata.push({ name, transitions, finals });
  }

  /** Resolved last, when all states and symbols of the system are known. */
  #automaton(system: PushdownSystem, written: WrittenAutomaton): NamedAutomaton[] {
    const automaton = new PAutomaton(system.stateCount, reachability);
    const states = namesOf(system.stateCount, system.stateName);
    const symbols = namesOf(system.symbolCount, system.symbolName);
    const stateNames: string[] = [];
    const stateOf = ({ text }: NameToken): number => {
      const known = states.get(text);
      if (known !== undefined) return known;
      stateNames.push(text);
      const state = automaton.addState();
      states.set(text, state);
      return state;
    };
    for (const { from, symbol, to } of written.transitions) {
      const letter = symbol.kind === 'arrow' ? symbols.get(symbol.label) : undefined;
      const [source, target] = [stateOf(from), stateOf(to)];
      if (letter === undefined) this.#report(symbol, 'no rule has this symbol', 'HD0262');
      else if (target < system.stateCount) this.#report(to, 'a transition must not enter a control state', 'HD0262');
      else automaton.addTransition(source, letter, target);
    }
    for (const final of written.finals) automaton.addFinal(stateOf(final));
    return [{ name: written.name.text, automaton, stateNames }];
  }

  #peek(): Token {
    return this.#tokens[this.#next]!;
  }

  #take(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#next++;
    return token;
  }

  #isMark(token: Token, mark: string): boolean {
    return token.kind === 'punctuation' && token.text === mark;
  }

  #mark(mark: string): Token {
    const token = this.#take();
    if (!this.#isMark(token, mark)) this.#fail(token, `expected \`${mark}\``);
    return token;
  }

  #name(what: string): NameToken {
    const token = this.#take();
    if (token.kind !== 'name') this.#fail(token, `expected ${what}`);
    return token;
  }

  /** Takes the next token if it is this word. */
  #keyword(word: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'name' || token.quoted || token.text !== word) return false;
    this.#next++;
    return true;
  }

  #fail(span: Span, message: string, code: RuleCode = 'HD0260'): never {
    this.#report(span, message, code);
    throw new ItemError(message);
  }

  #report(span: Span, message: string, code: RuleCode): void {
    this.#diagnostics.push(diagnosticAt(this.source, span, code, message));
  }
}

function namesOf(count: number, name: (id: number) => string): Map<string, number> {
  return new Map(Array.from({ length: count }, (_, id) => [name(id), id]));
}
