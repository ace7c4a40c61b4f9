// The oracle: all interleavings of some processes on the program's own graphs, with reentrant lock counters, as an
// explicit graph of global states. Shares nothing with the engine. For programs without recursion.

import { declaredLock, type Edge, outgoingEdges, type Program } from '../../../model/program/program.js';

/** What a global step means to a monitor. */
export type Observation =
  | { readonly kind: 'access'; readonly access: 'R' | 'W'; readonly variable: number; readonly inUnit: boolean }
  | { readonly kind: 'begin-unit' | 'end-unit' }
  | { readonly kind: 'none' };

export interface GlobalStep {
  readonly process: number;
  readonly observation: Observation;
  readonly to: number;
}

interface LocalState {
  readonly frames: readonly { readonly function: number; readonly node: number }[];
  /** Levels per lock. */
  readonly levels: readonly number[];
  readonly unitDepth: number;
}

interface GlobalState {
  readonly locals: readonly LocalState[];
  /** Cooperative: who must go on, or -1. */
  readonly running: number;
}

const none: Observation = { kind: 'none' };

/** Steps of each reachable global state; state 0 is initial. Undefined if there are more than `limit` states. */
export function interleavingGraph(
  program: Program,
  processes: readonly number[],
  limit = 60000,
): GlobalStep[][] | undefined {
  const start = (id: number): LocalState => {
    const entry = program.processes[id]!.entry;
    const frames = [{ function: entry, node: program.functions[entry]!.entry }];
    return { frames, levels: program.locks.map(() => 0), unitDepth: 0 };
  };
  const ids = new Map<string, number>();
  const states: GlobalState[] = [];
  const number = (state: GlobalState): number => {
    const key = `${state.locals.map(localKey).join('/')} ${state.running}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, states.length);
    return states.push(state) - 1;
  };
  number({ locals: processes.map(start), running: -1 });
  const steps: GlobalStep[][] = [];
  for (let id = 0; id < states.length; id++) {
    if (states.length > limit) return undefined;
    steps.push(stepsOf(program, states[id]!).map(({ next, ...rest }) => ({ ...rest, to: number(next) })));
  }
  return steps;
}

function localKey({ frames, levels, unitDepth }: LocalState): string {
  return `${frames.map((frame) => `${frame.function}.${frame.node}`).join()} ${levels.join()} ${unitDepth}`;
}

function stepsOf(program: Program, state: GlobalState) {
  const steps: { process: number; observation: Observation; next: GlobalState }[] = [];
  for (const [process, own] of state.locals.entries()) {
    if (state.running !== -1 && state.running !== process) continue;
    const others = state.locals.toSpliced(process, 1);
    for (const edge of nextEdges(program, own)) {
      const after = take(program, own, others, edge);
      if (!after) continue;
      const locals = state.locals.with(process, after.local);
      const running = mustGoOn(program, after.local) ? process : -1;
      const { observation } = after;
      steps.push({ process, observation, next: { locals, running } });
      if (edge.action.kind === 'update' && observation.kind === 'access')
        steps.push({ process, observation: { ...observation, access: 'R' }, next: { locals, running } });
    }
  }
  return steps;
}

function nextEdges(program: Program, local: LocalState): readonly Edge[] {
  const top = local.frames.at(-1);
  return top ? outgoingEdges(program.functions[top.function]!)[top.node]! : [];
}

/** A cooperative process goes on unless its next step is a switch point. */
function mustGoOn(program: Program, local: LocalState): boolean {
  if (program.scheduling === 'preemptive' || local.frames.length === 0) return false;
  return !nextEdges(program, local).some(({ action }) => {
    if (action.kind === 'acquire') return local.levels[declaredLock(action.lock)!] === 0;
    return action.kind === 'yield' || action.kind === 'join';
  });
}

function take(program: Program, own: LocalState, others: readonly LocalState[], edge: Edge) {
  const { action } = edge;
  const below = own.frames.slice(0, -1);
  const moved = [...below, { function: own.frames.at(-1)!.function, node: edge.to }];
  const local = { ...own, frames: moved };
  const relevel = (lock: number, by: number) => ({ ...local, levels: own.levels.with(lock, own.levels[lock]! + by) });
  switch (action.kind) {
    case 'acquire': {
      const lock = declaredLock(action.lock)!;
      const isTaken = others.some(({ levels }) => levels[lock]! > 0);
      return isTaken ? undefined : { local: relevel(lock, 1), observation: none };
    }
    case 'release':
      return { local: relevel(declaredLock(action.lock)!, -1), observation: none };
    case 'begin-unit': {
      const observation: Observation = own.unitDepth === 0 ? { kind: 'begin-unit' } : none;
      return { local: { ...local, unitDepth: own.unitDepth + 1 }, observation };
    }
    case 'end-unit': {
      const observation: Observation = own.unitDepth === 1 ? { kind: 'end-unit' } : none;
      return { local: { ...local, unitDepth: own.unitDepth - 1 }, observation };
    }
    case 'call': {
      const entry = program.functions[action.function]!.entry;
      return { local: { ...local, frames: [...moved, { function: action.function, node: entry }] }, observation: none };
    }
    case 'return':
      return { local: { ...local, frames: below }, observation: none };
    case 'read':
    case 'write':
    case 'update': {
      if (action.location.kind !== 'variable') return { local, observation: none };
      const { variable } = action.location;
      const access = action.kind === 'read' ? ('R' as const) : ('W' as const);
      const observation: Observation = { kind: 'access', access, variable, inUnit: own.unitDepth > 0 };
      return { local, observation };
    }
    default:
      return { local, observation: none };
  }
}
