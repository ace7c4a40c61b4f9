// MIST nets (.spec): sections `vars`, `rules`, `init`, `target`, `invariants`. A rule is a guard and updates,
// `x >= 1, y >= 2 -> x' = x-1, z' = z+1;`; transfers and resets are updates such as `c' = c+w+0, w' = 0`. Each line of
// `target` is one conjunction, and the target is their union; a conjunction goes on after a comma. Invariants are hints for other tools: not used.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/source-text.js';
import type { ReadOutcome, TextReader } from '../model.js';
import { type Marking, markingOf, tokenCount, tooManyTokens } from './marking.js';
import type { NetTarget, NetTransition, PetriNet, Transfer } from './net.js';
import { type SpecToken, tokenizeSpec } from './spec-tokens.js';

class SpecError extends Error {
  constructor(
    readonly token: SpecToken,
    message: string,
  ) {
    super(message);
  }
}

interface Atom {
  readonly place: number;
  readonly relation: '=' | '>=';
  readonly count: number;
}

/** The right side of an update: variables, each once, and a constant. */
interface Sum {
  readonly variables: readonly number[];
  readonly constant: number;
}

const sections = new Set(['vars', 'rules', 'init', 'target', 'invariants']);

class SpecParser {
  readonly #tokens: SpecToken[];
  #next = 0;
  readonly #places = new Map<string, number>();
  readonly #transitions: NetTransition[] = [];

  constructor(readonly source: SourceText) {
    this.#tokens = tokenizeSpec(source.text);
  }

  parse(): PetriNet {
    this.#keyword('vars');
    while (this.#peek().kind === 'word' && !sections.has(this.#peek().text)) this.#declare(this.#take());
    this.#keyword('rules');
    while (!this.#atSection()) this.#rule();
    this.#keyword('init');
    const initial = this.#initial();
    this.#keyword('target');
    const markings: Marking[] = [];
    while (!this.#atSection()) markings.push(this.#atLeast(this.#conjunction(), false));
    const targets: NetTarget[] = markings.length === 0 ? [] : [{ markings }];
    if (this.#peek().text !== 'invariants') this.#end();
    return { kind: 'petri', placeNames: [...this.#places.keys()], transitions: this.#transitions, initial, targets };
  }

  #declare(token: SpecToken): void {
    if (this.#places.has(token.text)) throw new SpecError(token, `variable '${token.text}' is declared twice`);
    this.#places.set(token.text, this.#places.size);
  }

  #rule(): void {
    const first = this.#peek();
    const guard = this.#peek().text === '->' ? [] : this.#conjunction();
    this.#sign('->');
    const updates = new Map<number, Sum>();
    while (this.#peek().text !== ';') {
      const token = this.#peek();
      const place = this.#variable();
      this.#sign("'");
      this.#sign('=');
      if (updates.has(place)) throw new SpecError(token, `'${token.text}' is updated twice`);
      updates.set(place, this.#sum());
      if (this.#peek().text === ',') this.#take();
      else if (this.#peek().text !== ';') throw new SpecError(this.#peek(), "expected ',' or ';' after an update");
    }
    this.#sign(';');
    this.#transitions.push(this.#transition(first, this.#atLeast(guard, true), updates));
  }

  #transition(first: SpecToken, guard: Marking, updates: ReadonlyMap<number, Sum>): NetTransition {
    const goesTo = new Map<number, number>();
    for (const [place, { variables }] of updates)
      for (const variable of variables) {
        if (goesTo.has(variable) || (variable !== place && !updates.has(variable)))
          throw new SpecError(first, 'this rule copies a variable; only moves of all its tokens are supported');
        goesTo.set(variable, place);
      }
    const transfers: Transfer[] = [...updates.keys()]
      .filter((place) => goesTo.get(place) !== place)
      .map((from) => ({ from, to: goesTo.get(from) }));
    const changes = [...updates].map(([place, { constant }]) => [place, constant] as const);
    const take = markingOf(changes.filter(([, change]) => change < 0).map(([place, change]) => [place, -change]));
    const give = markingOf(changes.filter(([, change]) => change > 0));
    const place = this.source.place(first);
    return { name: `t${this.#transitions.length + 1}`, guard, take, give, transfers, place };
  }

  #sum(): Sum {
    const variables: number[] = [];
    let constant = 0;
    for (let sign = 1; ; ) {
      const token = this.#peek();
      if (token.kind === 'number') constant += sign * this.#count();
      else if (sign > 0) variables.push(this.#variable());
      else throw new SpecError(token, 'only constants can be subtracted');
      const operator = this.#peek().text;
      if (operator !== '+' && operator !== '-') return { variables, constant };
      this.#take();
      sign = operator === '+' ? 1 : -1;
    }
  }

  #initial(): PetriNet['initial'] {
    const atoms = this.#conjunction();
    return {
      marking: markingOf(atoms.filter((atom) => atom.relation === '=').map(({ place, count }) => [place, count])),
      unbounded: atoms.filter((atom) => atom.relation === '>=').map((atom) => atom.place),
    };
  }

  #conjunction(): Atom[] {
    const atoms: Atom[] = [];
    do {
      const place = this.#variable();
      const relation = this.#take();
      if (relation.text !== '=' && relation.text !== '>=') throw new SpecError(relation, "expected '>=' or '='");
      atoms.push({ place, relation: relation.text, count: this.#count() });
    } while (this.#peek().text === ',' && this.#take() && this.#peek().kind === 'word' && !this.#atSection());
    return atoms;
  }

  #atLeast(atoms: readonly Atom[], isGuard: boolean): Marking {
    const bad = atoms.find((atom) => atom.relation === '=');
    if (bad) {
      const what = isGuard ? 'a guard' : 'a target';
      throw new SpecError(this.#peek(), `${what} must be upward closed: '>=', not '='`);
    }
    const most = new Map<number, number>();
    for (const { place, count } of atoms) most.set(place, Math.max(count, most.get(place) ?? 0));
    return markingOf(most);
  }

  #variable(): number {
    const token = this.#take();
    if (token.kind !== 'word' || sections.has(token.text)) throw new SpecError(token, 'expected a variable');
    const place = this.#places.get(token.text);
    if (place === undefined) throw new SpecError(token, `variable '${token.text}' is not declared`);
    return place;
  }

  #count(): number {
    const token = this.#take();
    if (token.kind !== 'number') throw new SpecError(token, 'expected a number');
    const count = tokenCount(token.text);
    if (count === undefined) throw new SpecError(token, tooManyTokens);
    return count;
  }

  #atSection(): boolean {
    return this.#peek().kind === 'end' || sections.has(this.#peek().text);
  }

  #keyword(name: string): void {
    const token = this.#take();
    if (token.text !== name) throw new SpecError(token, `expected the section '${name}'`);
  }

  #sign(text: string): void {
    const token = this.#take();
    if (token.text !== text) throw new SpecError(token, `expected '${text}'`);
  }

  #end(): void {
    if (this.#peek().kind !== 'end') throw new SpecError(this.#peek(), 'expected the end of the file');
  }

  #peek(): SpecToken {
    return this.#tokens[this.#next]!;
  }

  #take(): SpecToken {
    const token = this.#peek();
    if (token.kind !== 'end') this.#next++;
    return token;
  }
}

export function parseSpec(source: SourceText): ReadOutcome {
  try {
    return { model: new SpecParser(source).parse(), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    const diagnostic: Diagnostic = diagnosticAt(source, error.token, 'HD4006', error.message);
    return { diagnostics: [diagnostic] };
  }
}

export const specReader: TextReader = {
  form: 'text',
  id: 'spec',
  extensions: ['.spec'],
  summary: 'MIST net',
  read: parseSpec,
};
