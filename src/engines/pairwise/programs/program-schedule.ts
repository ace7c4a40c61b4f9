// A schedule of a program's run tree as an execution of the program: nodes of the thread graph become edges, the main
// thread of the graph (which only starts the processes) disappears.

import { locationName } from '../../../model/program/event.js';
import { type Move, movesOfThread, nextEdges } from '../../../model/program/moves.js';
import { initialState, type State } from '../../../model/program/state.js';
import type { ProgramGraph } from '../../../translate/graphs/program-to-thread-graph.js';
import { finalState, type ProgramRun, type RunStep, takeStep } from '../../../verdict/program-run.js';
import type { RunTree } from '../run-tree.js';
import type { Schedule } from '../schedule.js';
import { findOrder, type PathStep } from './find-order.js';

/** Undefined if the threads cannot take their steps: a notification does not come, or a thread that is joined does not end. */
export function runOfSchedule(
  { program, edges, starts }: ProgramGraph,
  run: RunTree,
  schedule: Schedule,
): ProgramRun | undefined {
  const started = schedule.steps.flatMap(({ runNode }) => starts.get(run[runNode]!.node) ?? []);
  const initial = initialState(program, countEach(started));
  /** Thread of the schedule -> thread of the program. */
  const threads = new Map<number, number>();
  const seen = new Map<number, number>();
  const steps: RunStep[] = [];
  const paths = new Map<number, PathStep[]>();
  let isPossible = true;
  let state = initial;
  for (const { thread, runNode, started: child } of schedule.steps) {
    const { node } = run[runNode]!;
    const process = starts.get(node);
    const edge = edges[node];
    if (process !== undefined && child !== undefined) {
      seen.set(process, (seen.get(process) ?? 0) + 1);
      threads.set(child, indexOfInstance(initial, process, seen.get(process)!));
    }
    if (!edge) continue;
    if (child !== undefined) threads.set(child, state.threads.length);
    const index = threads.get(thread)!;
    const path = paths.get(thread) ?? [];
    paths.set(thread, [...path, { edge, ...(child === undefined ? {} : { child }) }]);
    const move = movesOfThread(program, state, index).find((possible) => possible.edge === edge);
    isPossible &&= move !== undefined;
    if (!move || !isPossible) continue;
    const taken = takeStep(program, state, move);
    steps.push(taken);
    state = taken.after;
  }
  return isPossible ? { program, initial, steps } : findOrder(program, initial, paths, threads);
}

function countEach(items: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function indexOfInstance({ threads }: State, process: number, instance: number): number {
  const ofProcess = threads.flatMap((thread, index) => (thread.process === process ? [index] : []));
  return ofProcess[instance - 1]!;
}

/** Two threads are about to access the variable: let both do so, the writing one last. */
export function finishRace(run: ProgramRun, variable: string): ProgramRun {
  const { program } = run;
  const state = finalState(run);
  const accesses = state.threads.flatMap((thread, index) =>
    nextEdges(program, thread).flatMap((edge): Move[] => {
      const { action } = edge;
      if (!('location' in action) || locationName(program, action.location) !== variable) return [];
      return [{ kind: 'edge', thread: index, edge }];
    }),
  );
  const last = accesses.find(({ edge }) => edge.action.kind !== 'read')!;
  const first = accesses.find(({ thread }) => thread !== last.thread)!;
  const one = takeStep(program, state, first);
  return { ...run, steps: [...run.steps, one, takeStep(program, one.after, last)] };
}
