// The order that effects give to the steps of threads knows nothing of notifications and of joins of one thread. Where a thread
// leaves its `wait` too early in it, or passes such a `join`, this looks for another order of the same steps, depth first over how
// far each thread has come: every step is one that the semantics allows.

import { movesOfThread } from '../../../model/program/moves.js';
import type { Edge, Program } from '../../../model/program/program.js';
import type { State } from '../../../model/program/state.js';
import { type ProgramRun, type RunStep, takeStep } from '../../../verdict/program-run.js';

const mostNodes = 20_000;

export interface PathStep {
  readonly edge: Edge;
  /** Of a spawn: the thread that it starts. */
  readonly child?: number;
}

interface Node {
  readonly positions: readonly number[];
  /** Threads of the program; undefined before they are started. */
  readonly indices: readonly (number | undefined)[];
  readonly state: State;
  readonly step: RunStep | undefined;
  readonly from: Node | undefined;
}

/** Per thread the steps that it takes, twice in a row that of a `wait`. `started`: the threads of the program that are there first. */
export function findOrder(
  program: Program,
  initial: State,
  paths: ReadonlyMap<number, readonly PathStep[]>,
  started: ReadonlyMap<number, number>,
): ProgramRun | undefined {
  const threads = [...paths.keys()];
  const steps = [...paths.values()];
  const places = new Map(threads.map((thread, place) => [thread, place]));
  const children = new Set(steps.flatMap((path) => path.flatMap(({ child }) => child ?? [])));
  const indices = threads.map((thread) => (children.has(thread) ? undefined : started.get(thread)));
  const seen = new Set<string>();
  const open: Node[] = [{ positions: threads.map(() => 0), indices, state: initial, step: undefined, from: undefined }];
  for (let node = open.pop(); node && seen.size < mostNodes; node = open.pop()) {
    const { positions, state } = node;
    if (positions.every((position, place) => position === steps[place]!.length))
      return { program, initial, steps: stepsTo(node) };
    const key = `${positions} ${state.threads.map(({ status }) => status.kind)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (let place = threads.length - 1; place >= 0; place--) {
      const next = steps[place]![positions[place]!];
      const index = node.indices[place];
      if (!next || index === undefined) continue;
      for (const move of movesOfThread(program, state, index)) {
        if (move.edge !== next.edge) continue;
        const step = takeStep(program, state, move);
        if (step.failure) continue;
        const child = next.child === undefined ? undefined : places.get(next.child);
        open.push({
          positions: positions.with(place, positions[place]! + 1),
          indices: child === undefined ? node.indices : node.indices.with(child, state.threads.length),
          state: step.after,
          step,
          from: node,
        });
      }
    }
  }
  return undefined;
}

function stepsTo(last: Node): RunStep[] {
  const steps: RunStep[] = [];
  for (let node: Node | undefined = last; node?.step; node = node.from) steps.push(node.step);
  return steps.reverse();
}
