// Access patterns of two units in an execution (theory-atomicity.md, section 1). For each question (pattern, thread that plays
// u, thread that plays v, variables) the monitor remembers which prefixes of the pattern the two *current* units have shown,
// as a bit mask. When a unit ends, prefixes that still wait for one of its events are dropped.

import { completePatterns } from '../../logic/access-patterns/conflict-cycles.js';
import type { AccessKind, AccessPattern, Role } from '../../logic/access-patterns/pattern.js';
import { kindsOf } from '../../model/program/event.js';
import type { Program } from '../../model/program/program.js';
import type { State } from '../../model/program/state.js';
import type { RunStep } from '../../verdict/program-run.js';
import { processOfThread } from '../../verdict/unit-accesses.js';
import type { Monitor } from './monitor.js';
import type { Violation } from './violation.js';

interface Question {
  readonly pattern: AccessPattern;
  readonly threads: Readonly<Record<Role, number>>;
  readonly variables: readonly string[];
}

/** Key of a question to the prefixes shown so far: bit k for the first k events, k >= 1. */
type Progress = ReadonlyMap<string, { readonly question: Question; readonly prefixes: number }>;

export function atomicityMonitor(program: Program): Monitor<Progress> {
  const choices = variableChoices(program);
  return {
    initial: () => new Map(),
    next: (progress, step) => watch(progress, step, choices),
    key: (progress) =>
      [...progress]
        .map(([key, { prefixes }]) => `${key}=${prefixes}`)
        .sort()
        .join(';'),
  };
}

/** What (x) or (x, y) may stand for: variables of one atomic set. */
function variableChoices(program: Program): readonly (readonly string[])[] {
  const choices = new Map<string, readonly string[]>();
  for (const set of program.atomicSets) {
    const names = set.variables.map((variable) => program.variables[variable]!.name);
    for (const x of names) {
      choices.set(x, [x]);
      for (const y of names) if (x !== y) choices.set(`${x},${y}`, [x, y]);
    }
  }
  return [...choices.values()];
}

function watch(progress: Progress, step: RunStep, choices: readonly (readonly string[])[]) {
  const { event, move, before } = step;
  const { unitDepth } = before.threads[move.thread]!;
  const endsUnit = move.edge.action.kind === 'end-unit' && unitDepth === 1;
  if (event.kind !== 'access') return { watched: endsUnit ? endUnit(progress, move.thread) : progress, violations: [] };
  const seen = access(progress, step, choices);
  return unitDepth === 0 ? { ...seen, watched: endUnit(seen.watched, move.thread) } : seen;
}

function access(progress: Progress, step: RunStep, choices: readonly (readonly string[])[]) {
  const { event, move, before } = step;
  if (event.kind !== 'access') throw new Error('not an access');
  const kinds = kindsOf(event);
  const watched = new Map(progress);
  const violations: Violation[] = [];
  for (const { question, role } of questionsAbout(move.thread, event.cell.name, before, choices)) {
    const key = questionKey(question);
    const earlier = progress.get(key)?.prefixes ?? 0;
    const prefixes = earlier | (((earlier | 1) & matching(question, role, kinds, event.cell.name)) << 1);
    const complete = 1 << question.pattern.events.length;
    if (prefixes & complete) violations.push(violationOf(question, before));
    if (prefixes & ~complete) watched.set(key, { question, prefixes: prefixes & ~complete });
  }
  return { watched, violations };
}

/** Every question in which this thread's access to this variable could be an event. */
function* questionsAbout(thread: number, variable: string, state: State, choices: readonly (readonly string[])[]) {
  for (const variables of choices) {
    if (!variables.includes(variable)) continue;
    for (const pattern of completePatterns) {
      if (pattern.variables !== variables.length) continue;
      for (let other = 0; other < state.threads.length; other++) {
        if (other === thread) continue;
        const asU: Question = { pattern, variables, threads: { u: thread, v: other } };
        yield { role: 'u' as const, question: asU };
        yield { role: 'v' as const, question: { ...asU, threads: { u: other, v: thread } } };
      }
    }
  }
}

/** Bit k when event k of the pattern is this access. */
function matching(
  { pattern, variables }: Question,
  role: Role,
  kinds: readonly AccessKind[],
  variable: string,
): number {
  let mask = 0;
  pattern.events.forEach((event, k) => {
    if (event.role === role && kinds.includes(event.kind) && variables[event.variable] === variable) mask |= 1 << k;
  });
  return mask;
}

function endUnit(progress: Progress, thread: number): Progress {
  const watched = new Map(progress);
  for (const [key, { question, prefixes }] of progress) {
    const role = question.threads.u === thread ? 'u' : question.threads.v === thread ? 'v' : undefined;
    if (!role) continue;
    const kept = prefixes & ~openPrefixes(question.pattern, role);
    if (kept) watched.set(key, { question, prefixes: kept });
    else watched.delete(key);
  }
  return watched;
}

/** Prefixes that have some but not all events of a role. */
function openPrefixes(pattern: AccessPattern, role: Role): number {
  const total = pattern.events.filter((event) => event.role === role).length;
  let mask = 0;
  for (let k = 1; k < pattern.events.length; k++) {
    const seen = pattern.events.slice(0, k).filter((event) => event.role === role).length;
    if (seen > 0 && seen < total) mask |= 1 << k;
  }
  return mask;
}

function questionKey({ pattern, threads, variables }: Question): string {
  return `${pattern.id} ${threads.u} ${threads.v} ${variables.join()}`;
}

function violationOf({ pattern, threads, variables }: Question, state: State): Violation {
  const [unit, other] = [threads.u, threads.v].map((thread) => processOfThread(state.threads[thread]!.name));
  const property = { kind: 'atomicity' as const, pattern: pattern.id, unit: unit!, other: other!, variables };
  return { of: 'atomicity', property, id: `atomicity ${pattern.id} ${unit} ${other} ${variables.join()}` };
}
