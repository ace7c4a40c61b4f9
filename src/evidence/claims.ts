// What a `holds` claims, in words: derived from the property, the scope and the model, never from a report's `message`. Whoever
// reads "accepted" reads this sentence, so a property that asks nothing (no pattern, no variable, a class or label that
// the model does not have) has no sentence, and options must say the same as the property.

import { failure, type Result, success } from '../base/result.js';
import type { Model } from '../model/model.js';
import type { Program } from '../model/program/program.js';
import { targetOf } from '../model/pushdown/target.js';
import type { ClaimOptions } from '../verdict/options.js';
import { type Property, type PropertyOf, statedProperty } from '../verdict/property.js';
import type { Scope } from '../verdict/scope.js';
import { optionsProblem } from './claim-options.js';
import { threadClasses } from './thread-classes.js';

export interface StatedClaim {
  readonly property: Property;
  readonly scope: Scope;
  readonly options: ClaimOptions;
}

/** The sentence, or why there is none. */
export function claimWords(model: Model, { property, scope, options }: StatedClaim): Result<string, string> {
  if ((model.kind === 'trace') !== (scope.kind === 'recorded-trace'))
    return failure(`a claim about ${scope.kind} is not one about this model`);
  const problem = optionsProblem(property, options);
  if (problem !== undefined) return failure(problem);
  const words = wordsOf(model, property);
  return words.ok ? success(`${executionsOf(scope)} ${words.value}${givenBy(options)}`) : words;
}

/** What a violated property is about: its kind and its parts, as they were replayed. */
export function violationWords(property: Property): string {
  const { kind, ...parts } = statedProperty(property);
  const told = Object.entries(parts).map(
    ([name, part]) => `${name} ${typeof part === 'string' ? part : JSON.stringify(part)}`,
  );
  return [String(kind), ...told].join(', ');
}

function executionsOf(scope: Scope): string {
  switch (scope.kind) {
    case 'all-executions':
      return 'no execution';
    case 'recorded-trace':
      return 'the recorded trace';
    case 'bounded':
      return `no execution within ${Object.entries(scope.bounds)
        .map(([name, bound]) => `${name} ${bound}`)
        .join(', ')}`;
  }
}

function givenBy(options: ClaimOptions): string {
  const told = Object.entries(options).map(([name, texts]) => `--${name} ${texts.join(' ')}`.trim());
  return told.length === 0 ? '' : `; asked with ${told.join(' ')}`;
}

function wordsOf(model: Model, property: Property): Result<string, string> {
  switch (property.kind) {
    case 'race':
      return raceWords(model, property);
    case 'coverable':
      return coverWords(model, property);
    case 'reachable':
      return reachWords(model, property);
    case 'pairwise':
      return labelWords(model, property);
    case 'schedulable':
      return model.kind === 'trees'
        ? success(`of tree ${property.tree} leaves a thread that cannot be run to its end`)
        : failure('schedulability is asked of a tree');
    case 'order':
      return model.kind === 'trace' && property.events.length === 2
        ? success(`orders events ${property.events.join(' and ')}`)
        : failure('order is asked of two events of a trace');
    case 'interleaving':
      return model.kind === 'script'
        ? success('of overlapping calls breaks what a serial one keeps')
        : failure('overlapping calls are asked about asynchronous code');
    case 'acceptance':
      return model.kind === 'scheme'
        ? success("is a path of the generated tree that the scheme's automaton rejects")
        : failure('acceptance is asked of a recursion scheme');
    case 'run':
      return failure('no claim of kind run is known');
    case 'other':
      return failure(`no claim of kind ${property.stated.kind} is known`);
    default:
      return model.kind === 'program'
        ? programWords(model, property)
        : failure(`${property.kind} is a question about programs`);
  }
}

type ProgramProperty = PropertyOf<'atomicity' | 'assertion' | 'error' | 'deadlock' | 'termination' | 'lock-scopes'>;

function programWords(program: Program, property: ProgramProperty): Result<string, string> {
  switch (property.kind) {
    case 'atomicity':
      return atomicityWords(program, property);
    case 'assertion':
      return success('fails an assertion');
    case 'error':
      return success('goes wrong (null, index, range, division, lock)');
    case 'termination':
      return success('runs for ever with fair scheduling');
    case 'deadlock':
      return success('ends in a deadlock');
    case 'lock-scopes':
      return lockScopesWords(property);
  }
}

/** Pairs of units, each of which makes one access, or all accesses while it holds one lock that both hold. */
function lockScopesWords({ claims }: PropertyOf<'lock-scopes'>): Result<string, string> {
  const pairs = claims.map(({ units, variables }) => `${listed(units)} on ${listed(variables)}`);
  return pairs.length === 0
    ? failure('the property claims nothing')
    : success(`makes a second access after letting go of the common lock within a unit of ${pairs.join('; ')}`);
}

function listed(names: readonly string[]): string {
  return names.join(' and ');
}

function atomicityWords(program: Program, property: PropertyOf<'atomicity'>): Result<string, string> {
  const { unit, other, automaton, transitions = [], pattern, variables = [] } = property;
  if (automaton !== undefined) {
    if (transitions.length === 0) return failure(`automaton ${automaton} has no transitions: it asks nothing`);
    return success(`is accepted by automaton ${automaton} (${transitions.join('; ')}); conditions free`);
  }
  // The search of all states asks every pattern of every pair.
  if (unit === undefined && other === undefined && property.patterns === undefined)
    return success('shows a conflict cycle of two units on variables of one atomic set');
  const patterns = pattern === undefined ? (property.patterns ?? []) : [pattern];
  const problem =
    patternProblem(patterns) ?? variableProblem(program, variables) ?? classProblem(program, [unit, other]);
  if (problem !== undefined) return failure(problem);
  const shown = patterns.length === 1 ? `pattern ${patterns[0]}` : `one of ${patternList(patterns)}`;
  const roles =
    patterns.length === 1 ? `a unit of ${unit} (u) and one of ${other} (v)` : `a unit of ${unit} and one of ${other}`;
  return success(`shows ${shown} between ${roles} on ${variables.join(', ')}; conditions free`);
}

/** The paper's 14, and the 18 that complete them. */
const knownPatterns: readonly string[] = [
  ...Array.from({ length: 14 }, (_, i) => String(i + 1)),
  ...Array.from({ length: 18 }, (_, i) => `c${i + 1}`),
];

function patternList(patterns: readonly string[]): string {
  if (patterns.length === knownPatterns.length) return 'the 32 patterns';
  return `the patterns ${patterns.join(', ')}`;
}

function patternProblem(patterns: readonly string[]): string | undefined {
  if (patterns.length === 0) return 'no pattern is asked for: the claim says nothing';
  if (new Set(patterns).size < patterns.length) return 'a pattern is listed twice';
  const unknown = patterns.find((pattern) => !knownPatterns.includes(pattern));
  return unknown === undefined ? undefined : `there is no pattern ${unknown}`;
}

function variableProblem({ variables }: Program, names: readonly string[]): string | undefined {
  if (names.length === 0) return 'no variable is asked about: the claim says nothing';
  const unknown = names.find((name) => !variables.some((variable) => variable.name === name));
  return unknown === undefined ? undefined : `the model has no variable ${unknown}`;
}

function classProblem(program: Program, names: readonly (string | undefined)[]): string | undefined {
  const classes = threadClasses(program);
  const unknown = names.find((name) => name === undefined || !classes.has(name));
  return unknown === undefined && !names.includes(undefined)
    ? undefined
    : `the model has no threads of class ${unknown}`;
}

function raceWords(model: Model, { variable }: PropertyOf<'race'>): Result<string, string> {
  const on = variable === undefined ? '' : ` to ${variable}`;
  if (model.kind === 'trace') return success(`has no two conflicting accesses${on} that nothing orders`);
  if (model.kind !== 'program') return failure('races are asked of programs and traces');
  const problem = variable === undefined ? undefined : variableProblem(model, [variable]);
  return problem === undefined ? success(`has two conflicting accesses${on} at once`) : failure(problem);
}

function coverWords(model: Model, { target, initial: starts = [] }: PropertyOf<'coverable'>): Result<string, string> {
  if (target === '') return failure('nothing is to be covered: the claim says nothing');
  const labels = model.kind === 'program' && target !== 'assert' ? target.split(',').map((label) => label.trim()) : [];
  const problem = model.kind === 'program' ? labelProblem(model, labels) : undefined;
  if (problem !== undefined) return failure(problem);
  return success(`covers ${target} from ${starts.length === 0 ? 'where the model starts' : starts.join(' or ')}`);
}

function reachWords(model: Model, { target }: PropertyOf<'reachable'>): Result<string, string> {
  if (model.kind !== 'pushdown' || !model.initial)
    return failure('configurations are reached by a pushdown system with an initial one');
  const automaton = targetOf(model, target);
  return automaton.ok ? success(`reaches ${target}`) : automaton;
}

function labelWords(model: Model, { labels, tree }: PropertyOf<'pairwise'>): Result<string, string> {
  const [first, second, ...rest] = labels;
  if (first === undefined || second === undefined || rest.length > 0) return failure('a pair of labels is missing');
  const problem = model.kind === 'program' ? labelProblem(model, [first, second]) : undefined;
  if (problem !== undefined) return failure(problem);
  return success(`${tree === undefined ? '' : `of tree ${tree} `}has two threads at ${first} and ${second} at once`);
}

function labelProblem({ functions }: Program, labels: readonly string[]): string | undefined {
  const isThere = (label: string) =>
    functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'label' && action.name === label));
  const unknown = labels.find((label) => !isThere(label));
  return unknown === undefined ? undefined : `the model has no label ${unknown}`;
}
