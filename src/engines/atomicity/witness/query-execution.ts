// Executions that show queries: the threads of the first candidate whose paths can be run together. The queries of one
// finding are about the same threads and variables, so an execution for one of them often shows others too.

import { showsPattern, type UnitAccess } from '../../../logic/access-patterns/shows-pattern.js';
import type { Program } from '../../../model/program/program.js';
import { processOfThread } from '../../../verdict/unit-accesses.js';
import { type Candidate, candidatesOf, patternQuery, type Query } from '../decided-choice.js';
import type { Subject } from '../findings.js';
import { buildRun, type FoundRun, type WitnessPart } from './witness.js';

/** Candidates of one query that are tried. */
const mostTried = 16;

/** Which of some queries about one subject have been seen on an execution. */
export interface GroupEvidence {
  /** The shortest execution, and the query it was built for. */
  readonly shown: { readonly query: Query; readonly found: FoundRun } | undefined;
  /** Every one of them seen on an execution. */
  readonly seen: readonly Query[];
  /** Those for which none was found, and why. */
  readonly unseen: readonly { readonly query: Query; readonly because: string }[];
}

/**
 * `queries` are about the same threads and variables; those with short paths first. The first one's execution is the one to be
 * shown; of the others the longest come first, because who reads a long one sees more patterns in it.
 */
export function evidenceFor(program: Program, subject: Subject, queries: readonly Query[]): GroupEvidence {
  const open = new Set(queries);
  const seen: Query[] = [];
  const unseen: { query: Query; because: string }[] = [];
  let shown: GroupEvidence['shown'];
  for (const query of [...queries.slice(0, 1), ...queries.slice(1).reverse()]) {
    if (!open.delete(query)) continue;
    const found = executionOf(program, subject, query);
    if (typeof found === 'string') {
      unseen.push({ query, because: found });
      continue;
    }
    if (!shown || found.length < shown.found.length) shown = { query, found };
    seen.push(query);
    const concerned = concernedAccesses(found, subject);
    for (const other of open)
      if (shows(concerned, subject, other)) {
        open.delete(other);
        seen.push(other);
      }
  }
  return { shown, seen, unseen };
}

/** The execution, or why none was found. */
export function executionOf(program: Program, subject: Subject, query: Query): FoundRun | string {
  let problem = 'nobody shows it';
  for (const candidate of candidatesOf(query).slice(0, mostTried)) {
    const found = buildRun(program, partsOf(query, candidate));
    if (typeof found === 'string') problem = found;
    else if (shows(concernedAccesses(found, subject), subject, query)) return found;
    else problem = `the run does not show pattern ${patternQuery(query).pattern.id}`;
  }
  return problem;
}

/** Executions are long, and what a pattern is about is little of them. */
function concernedAccesses({ unitAccesses }: FoundRun, { variables }: Subject): UnitAccess[] {
  return unitAccesses.filter(({ variable }) => variables.includes(variable));
}

function shows(accesses: readonly UnitAccess[], { unit, other, variables }: Subject, query: Query): boolean {
  const binding = {
    u: ({ thread }: { readonly thread: string }) => processOfThread(thread) === unit,
    v: ({ thread }: { readonly thread: string }) => processOfThread(thread) === other,
    variables,
  };
  return showsPattern(patternQuery(query).pattern, binding, accesses) !== undefined;
}

function partsOf(query: Query, { decision, facts, role: roleOfFirst }: Candidate): WitnessPart[] {
  const { events } = patternQuery(query).pattern;
  const { question, slices, saturations } = decision;
  return question.threads.map((thread, i): WitnessPart => {
    const role = i >= question.asked ? undefined : (i === 0) === (roleOfFirst === 'u') ? 'u' : 'v';
    return {
      ...(thread.kind === 'process' ? { thread: thread.name } : { startLock: thread.startLock }),
      process: thread.process,
      slice: slices[i]!,
      saturation: saturations[i]!,
      fact: facts[i]!,
      order: events.flatMap((event, position) => (event.role === role ? [position] : [])),
    };
  });
}
