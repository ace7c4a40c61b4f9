// Reads files of phase automata, line by line (docs/formats/ipa.md). Several transitions between two states are ways to go on: an
// automaton with such stands for all chains through it, which have its name.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { RuleCode } from '../../base/rule.js';
import type { SourceText } from '../../base/source-text.js';
import {
  type ForbiddenEvent,
  type PhaseAutomaton,
  type PhaseTransition,
  printSteps,
  type StayRestriction,
  variablesOf,
} from './phase-automaton.js';

export interface ParsedAutomata {
  readonly automata: readonly PhaseAutomaton[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Each step with the transitions that it may be. */
type Draft = {
  name: string;
  line: number;
  steps: PhaseTransition[][];
  stays: StayRestriction[];
  states: string[];
};

const mostChains = 256;

export function parsePhaseAutomata(source: SourceText): ParsedAutomata {
  return new AutomataParser(source).parse();
}

/** Access codes of one automaton are bits of a number. */
const mostVariables = 15;

class AutomataParser {
  readonly #diagnostics: Diagnostic[] = [];
  readonly #drafts: Draft[] = [];
  #line = 0;
  #offset = 0;

  constructor(readonly source: SourceText) {}

  parse(): ParsedAutomata {
    for (const line of this.source.text.split(/\r\n|\r|\n/)) {
      this.#line++;
      this.#parseLine(line.replace(/(#|\/\/).*$/, '').trim());
      this.#offset += line.length;
      this.#offset += this.source.text.startsWith('\r\n', this.#offset) ? 2 : 1;
    }
    for (const draft of this.#drafts) {
      if (draft.steps.length === 0) this.#complain('HD1203', `automaton ${draft.name} has no transition`);
      if (variablesOf({ ...draft, transitions: draft.steps.flat() }).length > mostVariables)
        this.#complain('HD1205', `automaton ${draft.name} speaks of more than ${mostVariables} variables`);
      if (draft.steps.reduce((count, ways) => count * ways.length, 1) > mostChains)
        this.#complain('HD1201', `there are more than ${mostChains} ways through automaton ${draft.name}`);
    }
    if (this.#drafts.length === 0) this.#complain('HD1203', 'there is no automaton in this file');
    const automata = this.#diagnostics.length > 0 ? [] : this.#drafts.flatMap(chainsOf);
    return { automata, diagnostics: this.#diagnostics };
  }

  #parseLine(line: string): void {
    if (line === '') return;
    const words = line.split(/\s+/);
    const draft = this.#drafts.at(-1);
    if (words[0] === 'automaton' && words.length === 2)
      this.#drafts.push({ name: words[1]!, line: this.#line, steps: [], stays: [], states: [] });
    else if (!draft) this.#complain('HD1201', 'a file of phase automata begins with `automaton <name>`');
    else if (words[0] === 'stay') this.#parseStay(draft, words);
    else this.#parseTransition(draft, line);
  }

  #parseTransition(draft: Draft, line: string): void {
    const [, from, to, rest] = /^(?:(\S+)\s*->\s*(\S+?)\s*:\s*)?(.*)$/.exec(line)!;
    const ways = rest!.split(/\s+or\s+/).map(readTransition);
    const known = ways.filter((way) => way !== undefined);
    if (known.length < ways.length)
      return this.#complain(
        'HD1201',
        'expected `<process> <R|W> <variable> [in-unit|any]` or `<process> <begin-unit|end-unit>`, several with `or` between',
      );
    if (from !== undefined && to !== undefined) {
      if (from === to) return; // a self-loop, which is there anyway
      const isFurther = draft.states.length > 1 && draft.states.at(-2) === from && draft.states.at(-1) === to;
      if (isFurther) return void draft.steps.at(-1)!.push(...known);
      if (!this.#chain(draft, from, to)) return;
    }
    draft.steps.push(known);
  }

  /** Written states must form a chain. */
  #chain(draft: Draft, from: string, to: string): boolean {
    if (draft.states.length === 0) draft.states.push(from);
    if (draft.states.at(-1) !== from) {
      this.#complain('HD1201', `the transition should begin in ${draft.states.at(-1)}: the states form a chain`);
      return false;
    }
    if (draft.states.includes(to)) {
      this.#complain('HD1204', `the transition leads back to ${to}: only self-loops are allowed`);
      return false;
    }
    draft.states.push(to);
    return true;
  }

  #parseStay(draft: Draft, [, process, not, ...words]: readonly string[]): void {
    const events = not === 'not' ? readEvents(words) : undefined;
    if (!process || !events) return this.#complain('HD1201', 'expected `stay <process> not <event…>`');
    draft.stays.push({ state: draft.steps.length, process, events });
  }

  #complain(code: RuleCode, message: string): void {
    const line = this.source.line(this.#line);
    const span = { start: this.#offset, end: this.#offset + Math.max(1, line.length) };
    this.#diagnostics.push(diagnosticAt(this.source, span, code, message, { help: 'see docs/formats/ipa.md' }));
  }
}

function readTransition(text: string): PhaseTransition | undefined {
  const [process, kind, variable, where = 'any', ...more] = text.trim().split(/\s+/);
  if (process && (kind === 'begin-unit' || kind === 'end-unit')) return variable ? undefined : { process, kind };
  const isKnown = (where === 'any' || where === 'in-unit') && more.length === 0;
  if (!process || !variable || (kind !== 'R' && kind !== 'W') || !isKnown) return undefined;
  return { process, kind, variable, inUnit: where === 'in-unit' };
}

/** One automaton for each choice of a transition at every step. */
function chainsOf({ name, steps, stays }: Draft): PhaseAutomaton[] {
  const chains = steps.reduce<PhaseTransition[][]>(
    (before, ways) => before.flatMap((chain) => ways.map((way) => [...chain, way])),
    [[]],
  );
  const written = printSteps(steps, stays);
  return chains.map((transitions) => ({ name, transitions, stays, written }));
}

function readEvents(words: readonly string[]): ForbiddenEvent[] | undefined {
  const events: ForbiddenEvent[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!.replace(/,$/, '');
    if (word === 'end-unit') events.push({ kind: 'end-unit' });
    else if ((word === 'R' || word === 'W') && words[i + 1] !== undefined)
      events.push({ kind: 'access', access: word, variable: words[++i]!.replace(/,$/, '') });
    else return undefined;
  }
  return events.length > 0 ? events : undefined;
}
