// `heddle ata`: the automaton for a number of locks and labels, as text. It accepts the safe trees.

import type { Diagnostic } from '../../../base/diagnostic.js';
import { failure, type Result, success } from '../../../base/result.js';
import {
  type AutomatonTable,
  atomsOf,
  dualAutomaton,
  mapStates,
  printTable,
  statesOf,
  tabulate,
} from '../../../logic/tree-automata/index.js';
import { type AutomatonShape, actionAlphabet } from './alphabet.js';
import { buildExactAutomaton } from './exact-automaton.js';
import { buildPaperAutomaton } from './paper-automaton.js';

export interface AtaRequest extends AutomatonShape {
  readonly style: 'paper' | 'exact';
}

/** Larger exact automata are only built lazily; see docs/benchmarks/pairwise.md for the sizes. */
const maximalStates = 60_000;
const maximalPaperLocks = 8;

export function printAta(request: AtaRequest): Result<string, Diagnostic[]> {
  const problems = problemsOf(request);
  if (problems.length > 0) return failure(problems);
  const table = buildTable(request);
  if (!table) return failure([badOption(`the automaton has more than ${maximalStates} states`, 'ask for fewer locks')]);
  const { states, transitions, atoms } = sizeOf(table);
  const { locks, labels, pairs, style } = request;
  const asked = pairs.map(([a, b]) => `(${a}, ${b})`).join(' ');
  const header = `${style} style, ${locks} lock(s), ${labels} label(s), pairs ${asked}`;
  return success(`/* ${header}: ${states} states, ${transitions} transitions, ${atoms} atoms */\n${printTable(table)}`);
}

export interface AutomatonSize {
  readonly states: number;
  readonly transitions: number;
  readonly atoms: number;
}

export function sizeOf(table: AutomatonTable): AutomatonSize {
  const atoms = table.transitions.reduce((sum, { formula }) => sum + [...atomsOf(formula)].length, 0);
  return { states: statesOf(table).size, transitions: table.transitions.length, atoms };
}

/** Undefined when the exact automaton is too large to write out. */
export function buildTable(request: AtaRequest): AutomatonTable | undefined {
  if (request.style === 'paper') return tabulate(buildPaperAutomaton(request), actionAlphabet(request, 0));
  const exact = tabulate(dualAutomaton(buildExactAutomaton(request)), actionAlphabet(request, 1), maximalStates);
  return exact && withShortNames(exact);
}

function withShortNames({ initial, transitions }: AutomatonTable): AutomatonTable {
  const names = new Map([[initial, 'q0']]);
  const rename = (state: string) => {
    const known = names.get(state) ?? `q${names.size}`;
    names.set(state, known);
    return known;
  };
  return {
    initial: 'q0',
    transitions: transitions.map(({ state, symbol, formula }) => ({
      state: rename(state),
      symbol,
      formula: mapStates(formula, rename),
    })),
  };
}

function problemsOf({ locks, labels, pairs, style }: AtaRequest): Diagnostic[] {
  const problems: Diagnostic[] = [];
  if (style === 'paper' && locks > maximalPaperLocks)
    problems.push(
      badOption(`the paper's style takes at most ${maximalPaperLocks} locks`, 'one formula lists all cycles'),
    );
  if (style === 'exact' && locks > 3)
    problems.push(badOption('the exact style is written out for at most 3 locks', 'larger ones are only built lazily'));
  if (pairs.length === 0) problems.push(badOption('no pair of labels was given', 'add --pair 1,2'));
  for (const pair of pairs)
    if (pair.some((label) => !Number.isInteger(label) || label < 1 || label > labels))
      problems.push(badOption(`the pair ${pair.join()} names a label that is not in 1..${labels}`, 'raise --labels'));
  return problems;
}

function badOption(message: string, help: string): Diagnostic {
  return { code: 'HD0006', severity: 'error', message, help };
}
