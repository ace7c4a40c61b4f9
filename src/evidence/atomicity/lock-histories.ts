// Certificates of kind `lock-histories/2`: which locks to look at, per pair of thread classes and choice of variables. What is
// claimed is derived from the property and the program alone (K15); the kernel shows it for some of the lock sets, or it is
// not shown. Any lock sets are sound, so they need no checking.

import { derived } from '../../base/derived.js';
import { isRecord, type Json } from '../../base/json.js';
import type { LockId, Program } from '../../model/program/program.js';
import type { CertificateOf } from '../../verdict/certificate.js';
import type { Property, PropertyOf } from '../../verdict/property.js';
import { accepted, type CertifyOutcome, certifierOf, notCertified, rejected, type Work } from '../certifier.js';
import { Kernel, type Query, type Question } from '../kernel/kernel.js';
import type { Constellation, ThreadClass } from '../kernel/threads.js';
import { goalQueries, labelQuestion, raceQuestion } from '../pairwise/goals.js';
import { accessQuestion, locationsOf, orders, patternQuery, patterns } from './access-patterns.js';
import { boundChains } from './phase-automata.js';

export const lockHistoriesKind = 'lock-histories/2';

/** One question about some threads, and what must be excluded. */
interface Obligation {
  /** Of their classes. */
  readonly names: readonly string[];
  readonly constellations: readonly Constellation[];
  readonly question: Question;
  readonly queries: readonly Query[];
  readonly variables: readonly number[];
}

export const lockHistoriesCertifier = certifierOf(lockHistoriesKind, (model, property, _scope, { body }, work) => {
  if (model.kind !== 'program') return rejected('lock histories are about programs');
  const kernel = kernelsOf(work)(model);
  if (kernel.problem !== undefined) return notCertified(kernel.problem);
  const obligations = obligationsOf(kernel, property);
  if (!Array.isArray(obligations)) return obligations;
  if (obligations.length === 0) return rejected('the property asks nothing of this program');
  for (const obligation of obligations) {
    const outcome = discharge(kernel, obligation, lockSetsOf(model, body, obligation), work);
    if (outcome.kind !== 'accepted') return outcome;
  }
  return accepted;
});

/**
 * What has been found about a program is kept for the next claim that is paid from the same work, and for no other: so much
 * is certified whoever was asked before.
 */
const kernelsOf = derived((_: Work) => derived((program: Program) => new Kernel(program)));

function discharge(kernel: Kernel, obligation: Obligation, lockSets: readonly LockId[][], work: Work): CertifyOutcome {
  const { names, constellations, question, queries } = obligation;
  const because = kernel.whyShown(constellations, question, queries, lockSets, work);
  if (because === undefined) return accepted;
  const text = `${names.join(' and ')} on ${question.key}: ${because}`;
  return work.left > 0 && isExact(kernel.program) ? rejected(text) : notCertified(text);
}

/** Nothing but conditions and data is free: what nested lock histories do not exclude can happen. */
function isExact({ functions, scheduling }: Program): boolean {
  const loose = ['spawn', 'join', 'wait', 'notify', 'unavailable'];
  const isLoose = (graph: Program['functions'][number]) =>
    graph.edges.some(({ action }) => loose.includes(action.kind) || ('lock' in action && action.lock.kind !== 'lock'));
  return scheduling === 'preemptive' && !functions.some(isLoose);
}

/** As hinted for these threads and variables; without a hint none, each, and all of the locks. */
function lockSetsOf(
  { locks, variables }: Program,
  body: CertificateOf<'lock-histories/2'>['body'],
  obligation: Obligation,
): LockId[][] {
  const { names: threads } = obligation;
  const chosen = obligation.variables.map((id) => variables[id]!.name);
  const hints = Array.isArray(body.hints) ? body.hints.filter((hint): hint is Hint & Json => isRecord(hint)) : [];
  const hint = hints.find((one) => isSameSet(one.threads, threads) && isSameSet(one.variables, chosen));
  if (!Array.isArray(hint?.locks)) return [[], ...locks.map((_, id) => [id]), [...locks.keys()]];
  return hint.locks.map((names) => [...locks.keys()].filter((id) => textsOf(names).includes(locks[id]!.name)));
}

function isSameSet(value: Json | undefined, names: readonly string[]): boolean {
  const given = new Set(textsOf(value));
  return given.size === new Set(names).size && names.every((name) => given.has(name));
}

/** As somebody says that it is. */
interface Hint {
  readonly threads?: Json;
  readonly variables?: Json;
  readonly locks?: Json;
}

function obligationsOf(kernel: Kernel, property: Property): Obligation[] | CertifyOutcome {
  if (property.kind === 'atomicity') return atomicityObligations(kernel, property);
  if (property.kind === 'pairwise' && property.labels.length === 2)
    return goalObligations(kernel, labelQuestion(property.labels));
  const variable = property.kind === 'race' ? property.variable : undefined;
  if (variable !== undefined && kernel.program.variables.some(({ name }) => name === variable))
    return goalObligations(kernel, raceQuestion(kernel.program, variable));
  return rejected(`lock histories say nothing about a property of kind ${property.kind}`);
}

/** Any two threads that there are. */
function goalObligations(kernel: Kernel, question: Question): Obligation[] {
  const { classes } = kernel.threads;
  return classes.flatMap((first, i) =>
    classes.slice(i).map((second) => obligation(kernel, [first, second], question, goalQueries, [])),
  );
}

function obligation(
  kernel: Kernel,
  pair: readonly [ThreadClass, ThreadClass],
  question: Question,
  queries: readonly Query[],
  variables: readonly number[],
): Obligation {
  const names = pair.map(({ name }) => name);
  return { names, constellations: kernel.threads.constellations(...pair), question, queries, variables };
}

/** Every way to read the automaton on the program; its threads are instances of processes. */
function automatonObligations({ program }: Kernel, lines: readonly string[]): Obligation[] | CertifyOutcome {
  if (program.functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'update')))
    return notCertified('an update is two events in one step');
  const chains = boundChains(program, lines);
  if (!chains) return rejected('the property states no automaton');
  return chains.map(({ processes, variables, sides }) => {
    const parties = processes.map((id) => ({ function: program.processes[id]!.entry, self: undefined, children: [] }));
    const names = processes.map((id) => program.processes[id]!.name);
    const question = accessQuestion(variables, true);
    return { names, constellations: [parties], question, queries: [sides], variables };
  });
}

function atomicityObligations(kernel: Kernel, property: PropertyOf<'atomicity'>): Obligation[] | CertifyOutcome {
  const { unit, other, pattern, automaton, set } = property;
  if (automaton !== undefined) return automatonObligations(kernel, property.transitions ?? []);
  const [first, second] = [unit, other].map((name) => kernel.threads.classes.find((one) => one.name === name));
  if (!first || !second) return rejected('the property names a thread that the program does not have');
  const ids = pattern === undefined ? (property.patterns ?? []) : [pattern];
  if (ids.length === 0 || !ids.every((id) => patterns.has(id))) return rejected('the property names no known pattern');
  const pair = [first, second] as const;
  if (kernel.threads.constellations(...pair).length === 0) return rejected('there are no two such threads');
  const { variables, atomicSets } = kernel.program;
  const asked = (property.variables ?? []).map((name) => variables.findIndex((known) => known.name === name));
  if (pattern !== undefined) {
    if (asked.includes(-1) || new Set(asked).size !== locationsOf(patterns.get(pattern)!))
      return rejected('the property is not about variables of the program');
    const question = accessQuestion(asked);
    const queries = [patternQuery(pattern, [...asked.keys()], true)];
    return [obligation(kernel, pair, question, queries, asked)];
  }
  const members = atomicSets.find(({ name }) => name === set)?.variables;
  if (!members) return rejected('the property names no atomic set');
  return choicesOf(members).flatMap((choice) => setObligation(kernel, pair, choice, ids));
}

/** Every pattern on the chosen variables, in both roles and orders. */
function setObligation(
  kernel: Kernel,
  pair: readonly [ThreadClass, ThreadClass],
  choice: readonly number[],
  ids: readonly string[],
): Obligation[] {
  const question = accessQuestion(choice);
  const fitting = ids.filter((id) => locationsOf(patterns.get(id)!) === choice.length);
  const queries = fitting.flatMap((id) =>
    orders[choice.length - 1]!.flatMap((order) => [true, false].map((firstIsU) => patternQuery(id, order, firstIsU))),
  );
  return queries.length > 0 ? [obligation(kernel, pair, question, queries, choice)] : [];
}

/** All choices of one variable, and of two. */
function choicesOf(variables: readonly number[]): number[][] {
  const distinct = [...new Set(variables)];
  return [...distinct.map((x) => [x]), ...distinct.flatMap((x, i) => distinct.slice(i + 1).map((y) => [x, y]))];
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
