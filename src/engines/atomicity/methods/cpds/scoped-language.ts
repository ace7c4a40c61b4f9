// A language of brackets as 004 has it: what stands between two brackets is a procedure of its own, so that a run is a nested
// word whose calls and returns are the brackets too. A bracket that opens is a call that leaves a frame behind; one that
// closes is a return, and the control state remembers where to go on above that frame, since one scope may be left at
// several places. Only where all scopes of a function are nested in each other, units in locks and locks in units.

import type { ScopeSymbols } from '../../../../logic/nested-words/scope-template.js';
import { type PushdownSystem, type Rule, RuleTable } from '../../../../model/pushdown/pushdown-system.js';
import { type Letter, letterKey, type ProcessLanguage } from '../process-language.js';

export interface BracketScope extends ScopeSymbols {
  readonly open: Letter;
  readonly close: Letter;
}

export interface ScopedLanguage extends ProcessLanguage {
  /** Their letters are written by nobody yet: calls and returns stand for them. */
  readonly scopes: readonly BracketScope[];
}

type Bracket = Exclude<Letter, { readonly kind: 'access' }>;

/** Undefined if scopes overlap. `language` writes every level of every scope. */
export function scopedLanguage(language: ProcessLanguage): ScopedLanguage | undefined {
  return areScopesNested(language) ? new ScopeWriter(language).write() : undefined;
}

/** Every symbol is reached with the same scopes open, and what is closed is the innermost of them. */
function areScopesNested({ system, initial, letters }: ProcessLanguage): boolean {
  const bySymbol = new Map<number, string>(initial.stack.map((symbol) => [symbol, '']));
  const outgoing = new Map<number, number[]>();
  [...system.rules].forEach(({ symbol }, number) => {
    outgoing.set(symbol, [...(outgoing.get(symbol) ?? []), number]);
  });
  for (const [symbol, open] of bySymbol)
    for (const number of outgoing.get(symbol) ?? []) {
      const { push } = system.rules.get(number);
      const after = scopesAfter(open, letters[number]);
      if (after === undefined || (push.length === 0 && after !== '')) return false;
      const reached =
        push.length === 2
          ? ([
              [push[0]!, ''],
              [push[1]!, after],
            ] as const)
          : push.map((to) => [to, after] as const);
      for (const [to, scopes] of reached) {
        if ((bySymbol.get(to) ?? scopes) !== scopes) return false;
        bySymbol.set(to, scopes);
      }
    }
  return true;
}

function scopesAfter(open: string, letter: Letter | undefined): string | undefined {
  if (!letter || letter.kind === 'access') return open;
  const name = `${scopeName(letter)};`;
  if (isOpening(letter)) return name + open;
  return open.startsWith(name) ? open.slice(name.length) : undefined;
}

class ScopeWriter {
  readonly #rules = new RuleTable();
  readonly #letters: (Letter | undefined)[] = [];
  readonly #scopes = new Map<string, BracketScope & { readonly entries: Set<number>; readonly exits: Set<number> }>();
  readonly #added = new Map<string, number>();

  constructor(readonly language: ProcessLanguage) {}

  write(): ScopedLanguage {
    const { system, initial, letters } = this.language;
    [...system.rules].forEach((rule, number) => {
      const letter = letters[number];
      if (!letter || letter.kind === 'access') this.#add(rule, letter);
      else if (isOpening(letter)) this.#open(rule, letter);
      else this.#close(rule, letter);
    });
    const scoped: PushdownSystem = {
      ...system,
      // The first is the one of the language; the others say where to go on.
      stateCount: 1 + system.symbolCount,
      symbolCount: this.#symbolCount,
      rules: this.#rules,
      stateName: (state) => (state === 0 ? system.stateName(0) : `to ${system.symbolName(state - 1)}`),
      symbolName: (symbol) => (symbol < system.symbolCount ? system.symbolName(symbol) : `s${symbol}`),
    };
    return { system: scoped, initial, letters: this.#letters, scopes: [...this.#scopes.values()] };
  }

  #open({ from, symbol, to, push: [next] }: Rule, letter: Bracket): void {
    const entry = this.#symbol(`open ${scopeName(letter)} ${next}`);
    const { entries } = this.#scopeOf(letter);
    this.#add({ from, symbol, to, push: [entry, this.#frameOf(letter)] });
    if (entries.has(entry)) return;
    entries.add(entry);
    this.#add({ from: to, symbol: entry, to, push: [next!] });
  }

  #close({ from, symbol, to, push: [next] }: Rule, letter: Bracket): void {
    const exit = this.#symbol(`close ${scopeName(letter)} ${next}`);
    const { exits } = this.#scopeOf(letter);
    this.#add({ from, symbol, to, push: [exit] });
    if (exits.has(exit)) return;
    exits.add(exit);
    this.#add({ from: to, symbol: exit, to: 1 + next!, push: [] });
    this.#add({ from: 1 + next!, symbol: this.#frameOf(letter), to, push: [next!] });
  }

  #add({ from, symbol, to, push }: Pick<Rule, 'from' | 'symbol' | 'to' | 'push'>, letter?: Letter): void {
    this.#rules.add(from, symbol, to, push);
    this.#letters.push(letter);
  }

  #scopeOf(letter: Bracket) {
    const name = scopeName(letter);
    const known = this.#scopes.get(name);
    if (known) return known;
    const scope = { entries: new Set<number>(), exits: new Set<number>(), ...bracketsOf(letter) };
    this.#scopes.set(name, scope);
    return scope;
  }

  #frameOf(letter: Bracket): number {
    return this.#symbol(`frame ${scopeName(letter)}`);
  }

  /** Symbols beside those of the language. */
  #symbol(name: string): number {
    const known = this.#added.get(name) ?? this.#symbolCount;
    this.#added.set(name, known);
    return known;
  }

  get #symbolCount(): number {
    return this.language.system.symbolCount + this.#added.size;
  }
}

function isOpening({ kind }: Letter): boolean {
  return kind === 'acquire' || kind === 'begin-unit';
}

function bracketsOf(letter: Bracket): { readonly open: Letter; readonly close: Letter } {
  if (letter.kind === 'acquire' || letter.kind === 'release')
    return { open: { kind: 'acquire', lock: letter.lock }, close: { kind: 'release', lock: letter.lock } };
  return { open: { kind: 'begin-unit' }, close: { kind: 'end-unit' } };
}

function scopeName(letter: Bracket): string {
  return letterKey(bracketsOf(letter).open);
}
