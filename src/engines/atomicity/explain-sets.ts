// `--explain-sets`: what is taken for an atomic set and for a unit of work, and why, before anything is decided: the sets,
// the units in the text, the accesses that are units of their own, and who is asked about whom.

import { type Diagnostic, diagnosticAt } from '../../base/diagnostic.js';
import { elementsOf, emptySet } from '../../base/integers/bit-set.js';
import type { Span } from '../../base/source-text.js';
import type { AtomicSet, Program } from '../../model/program/program.js';
import type { FlowProcess } from './flow/flow.js';
import type { AtomicityOptions } from './options.js';
import type { ClassPair } from './threads/thread-forest.js';
import type { ThreadQuestions } from './threads/thread-questions.js';

export function explainSets(model: Program, questions: ThreadQuestions, options: AtomicityOptions): Diagnostic[] {
  const note = (message: string): Diagnostic => ({
    code: 'HD1300',
    severity: 'note',
    message,
    file: model.source.file,
  });
  return [
    ...model.atomicSets.map((set) => note(explainSet(model, set))),
    ...explainUnits(model, questions),
    ...questions.pairs.map((pair) => note(explainPair(pair))),
    note(explainPatterns(options)),
  ];
}

function explainSet(model: Program, { name, variables }: AtomicSet): string {
  const members = inWords(variables.map((variable) => model.variables[variable]!.name));
  if (name === '*') return `the atomic set is ${members}: no set is declared, so all shared variables belong together`;
  const isOwn = variables.length === 1 && model.variables[variables[0]!]!.name === name;
  return isOwn
    ? `${members} is an atomic set of its own: other sets are declared, and it is in none of them`
    : `atomic set ${name} is ${members}, as declared`;
}

function explainPair({ first, second, threads }: ClassPair): string {
  const spawned = threads.some((pair) => pair.some(({ kind }) => kind !== 'process'));
  const who = spawned ? 'threads' : 'processes';
  return first === second
    ? `two ${who} ${first.name} are asked about each other: there can be several`
    : `units of ${first.name} are asked about units of ${second.name}, in both roles`;
}

function explainPatterns({ patterns, automata }: AtomicityOptions): string {
  if (automata) return `each is asked for ${inWords([...new Set(automata.map(({ name }) => name))])}, from the file`;
  const one = patterns.filter(({ variables }) => variables === 1).length;
  return `each is asked for ${patterns.length} patterns: ${one} on every variable of a set, ${patterns.length - one} on every two`;
}

/** The units and single accesses in the text, each once, with the threads that they belong to. */
function explainUnits(model: Program, questions: ThreadQuestions): Diagnostic[] {
  const notes = new Map<string, Diagnostic>();
  for (const thread of questions.forest.threads)
    for (const { origin, message } of unitsOf(model, thread.className, questions.flow(thread))) {
      const note = diagnosticAt(model.source, origin, 'HD1300', message, { severity: 'note' });
      notes.set(`${origin.start} ${message}`, note);
    }
  return [...notes.values()];
}

interface PlacedMessage {
  readonly origin: Span;
  readonly message: string;
}

function* unitsOf(model: Program, thread: string, flow: FlowProcess): Generator<PlacedMessage> {
  const nameOf = (variable: number) => model.variables[variable]!.name;
  for (const id of calledOutsideUnits(flow)) {
    const { edges, scopes } = flow.functions.get(id)!;
    for (const { label, edge, from } of edges) {
      if (label.kind === 'begin-unit') {
        const members = elementsOf(flow.unitVariables.get(id)!.get(label.unit) ?? emptySet).map(nameOf);
        const what = members.length > 0 ? `with ${inWords(members)}` : 'without a shared variable';
        yield { origin: edge.origin, message: `a unit of ${thread} ${what}, calls included` };
      }
      if (label.kind === 'access' && scopes[from]!.unit === -1)
        yield {
          origin: edge.origin,
          message: `this access of ${thread} to ${nameOf(label.variable)} is in no unit: it is a unit of its own`,
        };
    }
  }
}

/** Functions that run outside of any unit of their callers. */
function calledOutsideUnits({ functions, entry }: FlowProcess): Set<number> {
  const found = new Set([entry]);
  for (const id of found) {
    const { edges, scopes } = functions.get(id)!;
    for (const { label, from } of edges)
      if (label.kind === 'call' && scopes[from]!.unit === -1) found.add(label.function);
  }
  return found;
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
