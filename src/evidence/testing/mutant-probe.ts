// What a build of Heddle, perhaps with a rule broken on purpose, says about the corpus (scripts/mutants.mjs). Truth is brute
// force and shares nothing with engines or kernel.
//   engine: every `holds` of the engines that is false, and those that the checkers accept nevertheless.
//   kernel: every false claim that the kernel accepts, and every true one that it does not (compared with the unbroken one).

import { Rng } from '../../base/rng.js';
import { atomicityEngine } from '../../engines/atomicity/engine.js';
import { pairwiseEngine } from '../../engines/pairwise/engine.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { completePatterns } from '../../logic/access-patterns/conflict-cycles.js';
import type { Program } from '../../model/program/program.js';
import { outgoingEdges } from '../../model/program/program.js';
import { topFrame } from '../../model/program/state.js';
import { type Property, statedProperty } from '../../verdict/property.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { lockHistoriesCertifier } from '../atomicity/lock-histories.js';
import { isNeverDriven, randomLines } from '../kernel/testing/automata-truth.js';
import { brokenLaws } from '../kernel/testing/laws.js';
import { classOfThread, exploreTruth, isShown, type Truth } from '../kernel/testing/truth.js';
import { type Accepted, acceptedOf, type Claim } from './accepted-claims.js';
import { randomTexts, written, writtenAutomata } from './mutant-corpus.js';

/** A program, and which claims about it are true. */
export interface Judged {
  readonly text: string;
  readonly claims: readonly { readonly property: Property; readonly isTrue: boolean }[];
}

const mostStates = 1500;

/** Programs with too many states are left out. */
export function judgeCorpus(): Judged[] {
  const programs = [...written, ...randomTexts()].flatMap((text) => judge(text) ?? []);
  return [...programs, ...writtenAutomata.map(([text, ...lines]) => judgeAutomaton(text, lines))];
}

function judgeAutomaton(text: string, lines: readonly string[]): Judged {
  const truth = exploreTruth(programOf(text), mostStates);
  if (!truth) throw new Error('a written program has too many states');
  return { text, claims: [automatonClaim(truth, lines)] };
}

function automatonClaim(truth: Truth, transitions: readonly string[]): Judged['claims'][number] {
  const property: Property = { kind: 'atomicity', automaton: 'asked', transitions };
  return { property, isTrue: isNeverDriven(truth, transitions) };
}

export function judge(text: string): Judged | undefined {
  const truth = exploreTruth(programOf(text), mostStates);
  return truth && { text, claims: [...atomicityClaims(truth), ...automatonClaims(truth), ...goalClaims(truth)] };
}

const automataPerProgram = 4;

/** Of programs for which they can be certified at all: without updates, and without threads that wait for others to end. */
function automatonClaims(truth: Truth): Judged['claims'] {
  const { states, program } = truth;
  const isLoose = ({ edges }: Program['functions'][number]) =>
    edges.some(({ action }) => action.kind === 'update' || action.kind === 'spawn' || action.kind === 'wait');
  if (program.functions.some(isLoose)) return [];
  const rng = new Rng(states.length);
  const threads = states[0]!.threads.map(({ name }) => name);
  const variables = program.variables.map(({ name }) => name);
  return Array.from({ length: automataPerProgram }, () => automatonClaim(truth, randomLines(rng, threads, variables)));
}

function atomicityClaims(truth: Truth): Judged['claims'] {
  const { variables, atomicSets } = truth.program;
  return classPairs(truth).flatMap(([unit, other]) => {
    const single = completePatterns.flatMap(({ id, events, variables: count }) =>
      choices(
        variables.map(({ name }) => name),
        count,
      ).map((chosen) => {
        const asked = events.map(({ role, kind, variable }) => ({ role, access: `${kind} ${chosen[variable]}` }));
        const isTrue = !isShown(truth, { u: unit, v: other }, asked);
        return { property: { kind: 'atomicity' as const, pattern: id, unit, other, variables: chosen }, isTrue };
      }),
    );
    const patterns = completePatterns.map(({ id }) => id);
    const sets = atomicSets.map(({ name, variables: members }) => {
      const names = members.map((id) => variables[id]!.name);
      const property: Property = { kind: 'atomicity', unit, other, set: name, variables: names, patterns };
      return { property, isTrue: isSetSafe(truth, [unit, other], names) };
    });
    return [...single, ...sets];
  });
}

function isSetSafe(truth: Truth, [first, second]: readonly [string, string], names: readonly string[]): boolean {
  return completePatterns.every(({ events, variables: count }) =>
    choices(names, count).every((chosen) => {
      const asked = events.map(({ role, kind, variable }) => ({ role, access: `${kind} ${chosen[variable]}` }));
      return !isShown(truth, { u: first, v: second }, asked) && !isShown(truth, { u: second, v: first }, asked);
    }),
  );
}

function choices(names: readonly string[], count: number): string[][] {
  if (count === 1) return names.map((name) => [name]);
  return names.flatMap((x) => names.filter((y) => y !== x).map((y) => [x, y]));
}

/** Ordered pairs of classes that have two different threads in one state. */
function classPairs({ states }: Truth): [string, string][] {
  const pairs = new Set<string>();
  for (const { threads } of states)
    for (const [i, one] of threads.entries())
      for (const [j, other] of threads.entries())
        if (i !== j) pairs.add(JSON.stringify([classOfThread(one.name), classOfThread(other.name)]));
  return [...pairs].map((pair): [string, string] => JSON.parse(pair));
}

function goalClaims({ program, states }: Truth): Judged['claims'] {
  const labels = [
    ...new Set(
      program.functions.flatMap(({ edges }) =>
        edges.flatMap(({ action }) => (action.kind === 'label' ? action.name : [])),
      ),
    ),
  ];
  const met = new Set<string>();
  for (const { threads } of states) {
    const goals = threads.map((thread) => {
      const frame = topFrame(thread);
      const edges =
        frame && thread.status.kind === 'ready' ? outgoingEdges(program.functions[frame.function]!)[frame.node]! : [];
      return edges.flatMap(({ action }) => {
        if (action.kind === 'label') return [action.name];
        if (!('location' in action) || action.location.kind !== 'variable') return [];
        return [`${action.kind === 'read' ? 'read' : 'write'} ${action.location.variable}`];
      });
    });
    for (const [i, one] of goals.entries())
      for (const [j, other] of goals.entries())
        if (i !== j) for (const a of one) for (const b of other) met.add(`${a},${b}`);
  }
  const pairs = labels.flatMap((a, i) => labels.slice(i).map((b): [string, string] => [a, b]));
  return [
    ...pairs.map(([a, b]) => ({
      property: { kind: 'pairwise' as const, labels: [a, b] },
      isTrue: !met.has(`${a},${b}`),
    })),
    ...program.variables.map(({ name }, id) => ({
      property: { kind: 'race' as const, variable: name },
      isTrue: !met.has(`write ${id},write ${id}`) && !met.has(`write ${id},read ${id}`),
    })),
  ];
}

export function isAccepted(program: Program, property: Property, body = {}): boolean {
  const certificate = { kind: 'lock-histories/2' as const, body };
  const outcome = lockHistoriesCertifier.certify(program, property, allExecutions(), certificate, { left: 300_000 });
  return 'kind' in outcome && outcome.kind === 'accepted';
}

/** False claims that the kernel accepts, with laws that it breaks, and true ones by number. */
export function probeKernel(corpus: readonly Judged[], expected?: readonly string[]): Accepted {
  const lawless = brokenLaws() + (isAccepted(withUnknownAction(), { kind: 'race', variable: 'x' }) ? 1 : 0);
  return acceptedOf(kernelClaims(corpus), lawless, expected);
}

function* kernelClaims(corpus: readonly Judged[]): Iterable<Claim> {
  for (const [i, { text, claims }] of corpus.entries()) {
    const program = programOf(text);
    for (const [j, { property, isTrue }] of claims.entries())
      yield { name: `${i}.${j}`, isTrue, isAccepted: () => isAccepted(program, property) };
  }
}

/** Whoever does not know what it does must not say what it does not do. */
function withUnknownAction(): Program {
  const program = programOf('var x; process P { main { skip; } }');
  const change = (graph: Program['functions'][number]) => ({
    ...graph,
    edges: graph.edges.map((edge) => ({ ...edge, action: JSON.parse('{ "kind": "teleport" }') })),
  });
  return { ...program, functions: program.functions.map(change) };
}

/** `holds` of the engines that are false, and how many of those are accepted. A program that an engine fails on is skipped. */
export function probeEngines(corpus: readonly Judged[]): { wrong: number; accepted: number } {
  const result = { wrong: 0, accepted: 0 };
  for (const { text, claims } of corpus) {
    const program = programOf(text);
    const isFalse = new Set(claims.filter(({ isTrue }) => !isTrue).map(({ property }) => keyOf(property)));
    for (const { property, verdict } of findingsOf(program)) {
      if (verdict.kind !== 'holds' || !isFalse.has(keyOf(property))) continue;
      result.wrong++;
      if ('body' in verdict.certificate && isAccepted(program, property, verdict.certificate.body)) result.accepted++;
    }
  }
  return result;
}

function keyOf(property: Property): string {
  const { kind, pattern, unit, other, variables, labels, variable } = statedProperty(property);
  return JSON.stringify([kind, pattern, unit, other, variables, labels, variable]);
}

function findingsOf(model: Program): Finding[] {
  const context = { seed: 0, reserve: () => {}, nextQuestion: () => {} };
  const tasks = [
    { engine: atomicityEngine, options: { all: [{ text: 'true' }] } },
    { engine: pairwiseEngine, options: {} },
    { engine: pairwiseEngine, options: { property: [{ text: 'races' }] } },
  ];
  return tasks.flatMap(({ engine, options }) => {
    const found: Finding[] = [];
    const task = { file: 'test.eml', model, options };
    try {
      if (!engine.applicable(task).ok) return [];
      for (const event of engine.run(task, context)) if (event.kind === 'finding') found.push(event.finding);
    } catch {
      // A broken rule may break the engine: that is no answer.
    }
    return found;
  });
}
