// The meaning of the options of `heddle atomicity`.

import type { Diagnostic } from '../../base/diagnostic.js';
import { SourceText } from '../../base/source-text.js';
import { completePatterns, paperPatterns } from '../../logic/access-patterns/conflict-cycles.js';
import { type ParsedAutomata, parsePhaseAutomata } from '../../logic/access-patterns/parse-phase-automata.js';
import type { AccessPattern } from '../../logic/access-patterns/pattern.js';
import { type PhaseAutomaton, processesOf, variablesOf } from '../../logic/access-patterns/phase-automaton.js';
import type { Program } from '../../model/program/program.js';
import { type OptionValues, optionFlag, optionInteger, optionText } from '../../verdict/options.js';
import { type AtomicityMethod, atomicityMethods } from './info.js';

export interface AtomicityOptions {
  readonly patterns: readonly AccessPattern[];
  /** From a file; then there are no built-in patterns to ask for. */
  readonly automata: readonly PhaseAutomaton[] | undefined;
  readonly method: AtomicityMethod;
  /** How many times their own limits other methods than the default may use. */
  readonly methodLimits: number;
  /** One finding per query. */
  readonly all: boolean;
  /** Say what is asked, and why. */
  readonly explainSets: boolean;
}

export function atomicityOptions(options: OptionValues): AtomicityOptions {
  const method = optionText(options, 'method');
  return {
    patterns: optionText(options, 'patterns') === 'paper' ? paperPatterns : completePatterns,
    automata: readAutomata(options)?.automata,
    method: atomicityMethods.find((known) => known === method) ?? 'antichain',
    methodLimits: Math.max(1, optionInteger(options, 'method-limits') ?? 1),
    all: optionFlag(options, 'all'),
    explainSets: optionFlag(options, 'explain-sets'),
  };
}

/** The automata of the file that `--patterns` names. */
function readAutomata(options: OptionValues): ParsedAutomata | undefined {
  const value = options['patterns']?.at(-1);
  return value?.content === undefined ? undefined : parsePhaseAutomata(new SourceText(value.text, value.content));
}

/** Errors in the file of automata, names that the model does not declare included. */
export function checkAtomicityOptions(program: Program, options: OptionValues): readonly Diagnostic[] {
  const parsed = readAutomata(options);
  if (!parsed) return [];
  return [...parsed.diagnostics, ...parsed.automata.flatMap((automaton) => unknownNames(program, automaton))];
}

function unknownNames(program: Program, automaton: PhaseAutomaton): Diagnostic[] {
  const isDeclared = (list: readonly { readonly name: string }[], name: string) =>
    list.some((item) => item.name === name);
  const processes = processesOf(automaton).filter(
    (name) => !/^\d+$/.test(name) && !isDeclared(program.processes, name),
  );
  const variables = variablesOf(automaton).filter(
    (name) => !name.startsWith('?') && !isDeclared(program.variables, name),
  );
  const complain = (what: string, name: string): Diagnostic => ({
    code: 'HD1202',
    severity: 'error',
    message: `automaton ${automaton.name} names the ${what} ${name}, which the model does not declare`,
  });
  return [
    ...processes.map((name) => complain('process', name)),
    ...variables.map((name) => complain('variable', name)),
  ];
}
