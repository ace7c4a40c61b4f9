// `heddle ata`: the automaton for a number of locks and labels, as text. It accepts the safe trees.

import type { Stop } from '../../../base/budget.js';
import type { Diagnostic } from '../../../base/diagnostic.js';
import { failure, type Result, success } from '../../../base/result.js';
import {
  type AutomatonTable,
  atomsOf,
  dualAutomaton,
  printTable,
  type RankedSymbol,
  statesOf,
  tabulateStepwise,
} from '../../../logic/tree-automata/index.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import { type AutomatonShape, actionAlphabet } from './alphabet.js';
import { buildExactAutomaton } from './exact-automaton.js';
import { buildPaperAutomaton } from './paper-automaton.js';

export interface AtaRequest extends AutomatonShape {
  readonly style: 'paper' | 'exact';
}

/** Larger exact automata are only built lazily; see docs/benchmarks/pairwise.md for the sizes. */
const maximalStates = 60_000;
const maximalPaperLocks = 10;

export function* printAta(
  request: AtaRequest,
): Generator<EngineEvent, Result<string, readonly Diagnostic[]>, Stop | undefined> {
  const problems = problemsOf(request);
  if (problems.length > 0) return failure(problems);
  const steps = tabulateRequest(request);
  let step = steps.next();
  while (!step.done) {
    const stop = yield { kind: 'progress', done: step.value, text: 'states' };
    if (stop) return failure([{ code: 'HD0012', severity: 'error', message: stop.message }]);
    step = steps.next();
  }
  const table = step.value;
  if (!table) return failure([badOption(`the automaton has more than ${maximalStates} states`, 'ask for fewer locks')]);
  return success(`${headerOf(request, table)}\n${printRanks(request)}%BEGINATA\n${printTable(table)}%ENDATA\n`);
}

/** As checkers of recursion schemes want them before an automaton. */
function printRanks(request: AtaRequest): string {
  const lines = alphabetOf(request).map(({ name, rank }) => `${name} -> ${rank}.\n`);
  return `%BEGINR\n${lines.join('')}%ENDR\n`;
}

/** Labels are leaves in the paper, and may be passed in the exact automaton. */
function alphabetOf(request: AtaRequest): readonly RankedSymbol[] {
  return actionAlphabet(request, request.style === 'paper' ? 0 : 1);
}

function headerOf({ locks, labels, pairs, style }: AtaRequest, table: AutomatonTable): string {
  const { states, transitions, atoms } = sizeOf(table);
  const asked = pairs.map(([a, b]) => `(${a}, ${b})`).join(' ');
  const shape = `${style} style, ${locks} lock(s), ${labels} label(s), pairs ${asked}`;
  return `/* ${shape}: ${states} states, ${transitions} transitions, ${atoms} atoms */`;
}

export interface AutomatonSize {
  readonly states: number;
  readonly transitions: number;
  readonly atoms: number;
}

function sizeOf(table: AutomatonTable): AutomatonSize {
  const atoms = table.transitions.reduce((sum, { formula }) => sum + atomsOf(formula).length, 0);
  return { states: statesOf(table).size, transitions: table.transitions.length, atoms };
}

/** Undefined when the exact automaton is too large to write out. */
function tabulateRequest(request: AtaRequest): Generator<number, AutomatonTable | undefined> {
  if (request.style === 'paper') return tabulateStepwise(buildPaperAutomaton(request), alphabetOf(request));
  return tabulateStepwise(dualAutomaton(buildExactAutomaton(request)), alphabetOf(request), maximalStates);
}

function problemsOf({ locks, labels, pairs, style }: AtaRequest): Diagnostic[] {
  const problems: Diagnostic[] = [];
  if (style === 'paper' && locks > maximalPaperLocks)
    problems.push(
      badOption(
        `the paper's style takes at most ${maximalPaperLocks} locks`,
        'the formula for cycles triples with each lock',
      ),
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
