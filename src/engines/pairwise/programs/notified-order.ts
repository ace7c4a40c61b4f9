// The order that effects give to the steps of threads knows nothing of notifications. Where a thread leaves its `wait` too early
// in it, this looks for another order of the same steps, depth first over how far each thread has come: every step is one
// that the semantics allows. Threads that are spawned are left out of this.

import { movesOfThread } from '../../../model/program/moves.js';
import type { Edge, Program } from '../../../model/program/program.js';
import type { State } from '../../../model/program/state.js';
import { type ProgramRun, type RunStep, takeStep } from '../../../verdict/program-run.js';

const mostNodes = 20_000;

interface Node {
  readonly positions: readonly number[];
  readonly state: State;
  readonly step: RunStep | undefined;
  readonly from: Node | undefined;
}

/** Per thread the edges that it takes, twice in a row that of a `wait`. */
export function orderWithNotifications(
  program: Program,
  initial: State,
  paths: readonly (readonly Edge[])[],
): ProgramRun | undefined {
  if (paths.some((path) => path.some(({ action }) => action.kind === 'spawn'))) return undefined;
  const seen = new Set<string>();
  const open: Node[] = [{ positions: paths.map(() => 0), state: initial, step: undefined, from: undefined }];
  for (let node = open.pop(); node && seen.size < mostNodes; node = open.pop()) {
    const { positions, state } = node;
    if (positions.every((position, thread) => position === paths[thread]!.length))
      return { program, initial, steps: stepsTo(node) };
    const key = `${positions} ${state.threads.map(({ status }) => status.kind)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    for (const thread of paths.keys())
      for (const move of movesOfThread(program, state, thread)) {
        if (move.edge !== paths[thread]![positions[thread]!]) continue;
        const step = takeStep(program, state, move);
        if (step.failure) continue;
        open.push({ positions: positions.with(thread, positions[thread]! + 1), state: step.after, step, from: node });
      }
  }
  return undefined;
}

function stepsTo(last: Node): RunStep[] {
  const steps: RunStep[] = [];
  for (let node: Node | undefined = last; node?.step; node = node.from) steps.push(node.step);
  return steps.reverse();
}
