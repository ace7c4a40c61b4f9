// The concrete semantics of a diagram: a shared state and one local state per thread. A step names the edge, the acting
// thread (none for a transfer) and, where a passive thread has alternatives, what each thread does.

import type { Edge, ThreadDiagram } from './diagram.js';

export interface GlobalState {
  shared: number;
  /** The local state of each thread; spawned threads are appended. */
  readonly locals: number[];
}

export interface ThreadStep {
  readonly edge: number;
  /** The acting thread; -1 for a transfer. */
  readonly thread: number;
  /** For threads whose local state has several passive moves: the local state each one goes to. */
  readonly chosen: ReadonlyMap<number, number>;
}

export type StepOutcome = { readonly ok: true } | { readonly ok: false; readonly because: string };

const done: StepOutcome = { ok: true };

function refused(because: string): StepOutcome {
  return { ok: false, because };
}

/** Takes the step in place, or says why it is none. */
export function takeStep(diagram: ThreadDiagram, state: GlobalState, step: ThreadStep): StepOutcome {
  const edge = diagram.edges[step.edge];
  if (!edge) return refused(`there is no edge ${step.edge}`);
  if (edge.from.shared !== state.shared)
    return refused(`the shared state is ${state.shared}, the edge starts in ${edge.from.shared}`);
  if (edge.kind === 'transfer') return transferAll(state, edge);
  const local = state.locals[step.thread];
  if (local === undefined) return refused(`there is no thread ${step.thread}`);
  if (local !== edge.from.local) return refused(`the thread is in ${local}, the edge starts in ${edge.from.local}`);
  if (edge.kind === 'spawn') state.locals.push(edge.to.local);
  else {
    const moved = movePassive(state, edge, step);
    if (!moved.ok) return moved;
    state.locals[step.thread] = edge.to.local;
  }
  state.shared = edge.to.shared;
  return done;
}

function transferAll(state: GlobalState, edge: Edge): StepOutcome {
  for (let thread = 0; thread < state.locals.length; thread++)
    if (state.locals[thread] === edge.from.local) state.locals[thread] = edge.to.local;
  state.shared = edge.to.shared;
  return done;
}

function movePassive(state: GlobalState, edge: Edge, step: ThreadStep): StepOutcome {
  if (edge.passive.length === 0) return done;
  for (let thread = 0; thread < state.locals.length; thread++) {
    if (thread === step.thread) continue;
    const choices = passiveChoices(edge, state.locals[thread]!);
    if (choices.length === 0) continue;
    const next = choices.length > 1 ? step.chosen.get(thread) : choices[0];
    if (next === undefined || !choices.includes(next)) return refused(`no such move of passive thread ${thread}`);
    state.locals[thread] = next;
  }
  return done;
}

/** Where a passive thread in `local` may go; empty when the edge leaves it alone. */
export function passiveChoices(edge: Edge, local: number): readonly number[] {
  return edge.passive.filter((move) => move.from === local).map((move) => move.to);
}
