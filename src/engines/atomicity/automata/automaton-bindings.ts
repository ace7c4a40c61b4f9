// The ways to read a phase automaton on a model: numbers stand for different threads, `?names` for different variables
// of one atomic set.

import {
  type PhaseAutomaton,
  processesOf,
  renameAutomaton,
  variablesOf,
} from '../../../logic/access-patterns/phase-automaton.js';
import type { Program } from '../../../model/program/program.js';

/** An automaton over threads (`P#1`) and declared variables. */
export interface BoundAutomaton {
  readonly automaton: PhaseAutomaton;
  readonly threads: readonly { readonly name: string; readonly process: number }[];
}

export function* bindAutomaton(program: Program, automaton: PhaseAutomaton): Generator<BoundAutomaton> {
  const processes = processesOf(automaton);
  for (const threads of threadChoices(program, processes))
    for (const variables of variableChoicesFor(program, automaton)) {
      const bound = renameAutomaton(
        automaton,
        (name) => threads[processes.indexOf(name)]!.name,
        (name) => variables.get(name) ?? name,
      );
      yield { automaton: bound, threads };
    }
}

function* threadChoices(
  program: Program,
  names: readonly string[],
  chosen: BoundAutomaton['threads'] = [],
): Generator<BoundAutomaton['threads']> {
  const name = names[chosen.length];
  if (name === undefined) return yield chosen;
  for (const [process, declared] of program.processes.entries()) {
    if (!/^\d+$/.test(name) && declared.name !== name) continue;
    // Instances are alike: the next one that is not taken stands for all.
    const instance = 1 + chosen.filter((thread) => thread.process === process).length;
    if (declared.instances !== 'any' && instance > declared.instances) continue;
    yield* threadChoices(program, names, [...chosen, { name: `${declared.name}#${instance}`, process }]);
  }
}

function* variableChoicesFor(program: Program, automaton: PhaseAutomaton): Generator<ReadonlyMap<string, string>> {
  const placeholders = variablesOf(automaton).filter((name) => name.startsWith('?'));
  if (placeholders.length === 0) return yield new Map();
  const seen = new Set<string>();
  for (const set of program.atomicSets)
    for (const chosen of distinctChoices(set.variables, placeholders.length)) {
      if (seen.has(chosen.join())) continue;
      seen.add(chosen.join());
      yield new Map(placeholders.map((name, i) => [name, program.variables[chosen[i]!]!.name]));
    }
}

function* distinctChoices(items: readonly number[], length: number, chosen: number[] = []): Generator<number[]> {
  if (chosen.length === length) return yield chosen;
  for (const item of items) if (!chosen.includes(item)) yield* distinctChoices(items, length, [...chosen, item]);
}
