// The truth about small programs, by brute force: all states by `movesOf` and `applyMove`, then for one pattern and two threads
// all ways to match it along the steps. Shares nothing with engines or kernel, and explores data as it is.

import { movesOf } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import { initialState, type State, stateKey } from '../../../model/program/state.js';
import { applyMove } from '../../../model/program/step.js';

interface Step {
  readonly thread: number;
  /** `R x`, `W x`; an update is both. */
  readonly accesses: readonly string[];
  readonly inUnit: boolean;
  readonly entersUnit: boolean;
  readonly leavesUnit: boolean;
  readonly to: number;
}

export interface Truth {
  readonly program: Program;
  readonly states: readonly State[];
  readonly steps: readonly (readonly Step[])[];
}

/** Undefined if there are more than `limit` states. `P *` stands for two instances. */
export function exploreTruth(program: Program, limit: number): Truth | undefined {
  const instances = new Map(program.processes.map((_, id) => [id, 2]));
  const states = [initialState(program, instances)];
  const numbers = new Map([[stateKey(states[0]!), 0]]);
  const steps: Step[][] = [];
  for (let i = 0; i < states.length; i++) {
    if (states.length > limit) return undefined;
    const state = states[i]!;
    steps.push(
      movesOf(program, state).map((move) => {
        const { state: next } = applyMove(program, state, move);
        const key = stateKey(next);
        const to = numbers.get(key) ?? states.push(next) - 1;
        numbers.set(key, to);
        const { action } = move.edge;
        const isAccess = action.kind === 'read' || action.kind === 'write' || action.kind === 'update';
        const name =
          isAccess && action.location.kind === 'variable' && program.variables[action.location.variable]!.name;
        const kinds = action.kind === 'update' ? ['R', 'W'] : [action.kind === 'read' ? 'R' : 'W'];
        const { unitDepth } = state.threads[move.thread]!;
        return {
          thread: move.thread,
          accesses: name ? kinds.map((kind) => `${kind} ${name}`) : [],
          inUnit: unitDepth > 0,
          entersUnit: unitDepth === 0 && next.threads[move.thread]!.unitDepth === 1,
          leavesUnit: unitDepth === 1 && next.threads[move.thread]!.unitDepth === 0,
          to,
        };
      }),
    );
  }
  return { program, states, steps };
}

export function classOfThread(name: string): string {
  return name.slice(0, name.lastIndexOf('#'));
}

export interface TruthEvent {
  readonly role: 'u' | 'v';
  /** `R x` or `W x`. */
  readonly access: string;
}

/** Can two different threads of the classes show the events, each role within one unit? */
export function isShown(
  truth: Truth,
  classes: { readonly u: string; readonly v: string },
  events: readonly TruthEvent[],
): boolean {
  const count = Math.max(...truth.states.map(({ threads }) => threads.length));
  const threads = Array.from({ length: count }, (_, id) => id);
  return threads.some((u) => threads.some((v) => u !== v && canMatch(truth, classes, { u, v }, events)));
}

function canMatch(
  { states, steps }: Truth,
  classes: { readonly u: string; readonly v: string },
  threads: { readonly u: number; readonly v: number },
  events: readonly TruthEvent[],
): boolean {
  const total = { u: 0, v: 0 };
  for (const { role } of events) total[role]++;
  const made = (role: 'u' | 'v', position: number) =>
    events.slice(0, position).filter((event) => event.role === role).length;
  const isInside = (role: 'u' | 'v', position: number) =>
    made(role, position) > 0 && made(role, position) < total[role];
  const isOf = (state: State, role: 'u' | 'v') => classOfThread(state.threads[threads[role]]!.name) === classes[role];
  const size = events.length + 1;
  const seen = new Set([0]);
  for (const place of seen) {
    const [at, position] = [Math.floor(place / size), place % size];
    if (position === events.length) return true;
    const { role, access } = events[position]!;
    for (const step of steps[at]!) {
      const leaves = (['u', 'v'] as const).some(
        (r) => step.leavesUnit && step.thread === threads[r] && isInside(r, position),
      );
      if (leaves) continue;
      seen.add(step.to * size + position);
      const fits =
        step.thread === threads[role] && step.accesses.includes(access) && (step.inUnit || total[role] === 1);
      if (fits && isOf(states[at]!, role)) seen.add(step.to * size + position + 1);
    }
  }
  return false;
}
