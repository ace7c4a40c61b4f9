// An execution put together from threads that were each run alone (lone-run.ts): in the order of a schedule, every lock that a
// step takes must be one that no other thread holds. Nothing else can make a difference, so the steps themselves are run,
// on the program's own semantics, only when somebody reads them.

import type { Edge } from '../../../model/program/program.js';
import { isAvailable, type State, type Thread } from '../../../model/program/state.js';
import type { AccessStep } from '../../../verdict/unit-accesses.js';
import type { LiftedPath } from './lift.js';
import type { LoneRun } from './lone-run.js';
import type { QuietPrefix } from './quiet-prefix.js';

/** The quiet way of a thread to its first step, and the step of the run before which it fits. */
export interface Beginning {
  readonly at: number;
  readonly prefix: QuietPrefix;
}

/** A thread of an execution that is put together. */
export interface LoneThread {
  /** Its number in the states of the program. */
  readonly id: number;
  readonly path: LiftedPath;
  readonly prefix: QuietPrefix | undefined;
  readonly run: LoneRun;
}

export interface Interleaved {
  /** Indices of the steps that are the pattern's accesses, in order, and their edges. */
  readonly accesses: readonly number[];
  readonly edges: readonly Edge[];
  readonly beginnings: readonly Beginning[];
  /** The accesses of the units of the pattern, in order. */
  readonly unitAccesses: readonly AccessStep[];
}

/** Undefined if some thread would have to wait for a lock. */
export function interleave(
  initial: State,
  lone: readonly LoneThread[],
  runners: readonly number[],
): Interleaved | undefined {
  const threads = [...initial.threads];
  for (const { id, run } of lone) threads[id] = holding(threads[id]!, run.held[0]!);
  const state = { ...initial, threads };
  const next = lone.map(() => 0);
  const nextAccess = lone.map(() => 0);
  const [accesses, edges, beginnings, unitAccesses] = [
    [] as number[],
    [] as Edge[],
    [] as Beginning[],
    [] as AccessStep[],
  ];
  for (let i = 0; i < runners.length; i++) {
    const runner = runners[i]!;
    const { id, path, prefix, run } = lone[runner]!;
    const at = next[runner]!++;
    if (at === 0 && prefix) beginnings.push({ at: isHindered(prefix, threads, id) ? 0 : i, prefix });
    const wanted = run.wanted[at];
    if (wanted && !isAvailable(state, wanted.lock, id, wanted.shared)) return undefined;
    if (run.held[at + 1] !== run.held[at]) threads[id] = holding(threads[id]!, run.held[at + 1]!);
    const { matches, edge } = path.steps[at]!;
    if (matches) {
      accesses.push(i);
      edges.push(edge);
    }
    for (let access = run.accesses[nextAccess[runner]!]; access?.step === at; ) {
      unitAccesses.push(access);
      access = run.accesses[++nextAccess[runner]!];
    }
  }
  return { accesses, edges, beginnings: inOrder(beginnings), unitAccesses };
}

function holding(thread: Thread, held: Thread['held']): Thread {
  return { ...thread, held };
}

export function inOrder(beginnings: Beginning[]): readonly Beginning[] {
  return beginnings.sort((a, b) => a.at - b.at);
}

/** Does another thread hold a lock that the beginning takes? Before the first step of all, nobody does. */
export function isHindered({ locks }: QuietPrefix, threads: readonly Thread[], own: number): boolean {
  return threads.some(({ held }, id) => id !== own && held.some((lock) => locks.has(lock)));
}
