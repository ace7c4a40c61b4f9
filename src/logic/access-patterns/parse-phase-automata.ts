// Reads files of phase automata, line by line (docs/formats/ipa.md).

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import type { RuleCode } from '../../base/rule.js';
import type { SourceText } from '../../base/source-text.js';
import {
  type ForbiddenEvent,
  type PhaseAutomaton,
  type PhaseTransition,
  type StayRestriction,
  variablesOf,
} from './phase-automaton.js';

export interface ParsedAutomata {
  readonly automata: readonly PhaseAutomaton[];
  readonly diagnostics: readonly Diagnostic[];
}

type Draft = { name: string; line: number; transitions: PhaseTransition[]; stays: StayRestriction[]; states: string[] };

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
      if (draft.transitions.length === 0) this.#complain('HD1203', `automaton ${draft.name} has no transition`);
      if (variablesOf(draft).length > mostVariables)
        this.#complain('HD1205', `automaton ${draft.name} speaks of more than ${mostVariables} variables`);
    }
    if (this.#drafts.length === 0) this.#complain('HD1203', 'there is no automaton in this file');
    const automata = this.#drafts.map(({ name, transitions, stays }) => ({ name, transitions, stays }));
    return { automata, diagnostics: this.#diagnostics };
  }

  #parseLine(line: string): void {
    if (line === '') return;
    const words = line.split(/\s+/);
    const draft = this.#drafts.at(-1);
    if (words[0] === 'automaton' && words.length === 2)
      this.#drafts.push({ name: words[1]!, line: this.#line, transitions: [], stays: [], states: [] });
    else if (!draft) this.#complain('HD1201', 'a file of phase automata begins with `automaton <name>`');
    else if (words[0] === 'stay') this.#parseStay(draft, words);
    else this.#parseTransition(draft, line);
  }

  #parseTransition(draft: Draft, line: string): void {
    const [, from, to, rest] = /^(?:(\S+)\s*->\s*(\S+?)\s*:\s*)?(.*)$/.exec(line)!;
    const [process, kind, variable, where = 'any', ...more] = rest!.split(/\s+/);
    const known = (kind === 'R' || kind === 'W') && (where === 'any' || where === 'in-unit') && more.length === 0;
    if (!process || !variable || !known)
      return this.#complain('HD1201', 'expected `<process> <R|W> <variable> [in-unit|any]`');
    if (from !== undefined && to !== undefined) {
      if (from === to) return; // a self-loop, which is there anyway
      if (!this.#chain(draft, from, to)) return;
    }
    draft.transitions.push({ process, kind, variable, inUnit: where === 'in-unit' });
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
    draft.stays.push({ state: draft.transitions.length, process, events });
  }

  #complain(code: RuleCode, message: string): void {
    const line = this.source.line(this.#line);
    const span = { start: this.#offset, end: this.#offset + Math.max(1, line.length) };
    this.#diagnostics.push(diagnosticAt(this.source, span, code, message, { help: 'see docs/formats/ipa.md' }));
  }
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
