// The oracle for programs that start threads: all interleavings of the whole program on its concrete semantics, as an
// explicit graph of global states; and the search for a pattern in it. Shares nothing with the engine.

import type { AccessPattern } from '../../../logic/access-patterns/pattern.js';
import { movesOf } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import { initialState, type State, stateKey } from '../../../model/program/state.js';
import { applyMove } from '../../../model/program/step.js';
import { processOfThread } from '../../../verdict/unit-accesses.js';

type Observation =
  | { readonly kind: 'access'; readonly access: 'R' | 'W'; readonly variable: number; readonly inUnit: boolean }
  | { readonly kind: 'end-unit' | 'none' };

interface ThreadStep {
  readonly thread: number;
  /** `P`, or `P/f` for a spawned thread. */
  readonly className: string;
  readonly observation: Observation;
  readonly to: number;
}

export type ThreadStateGraph = readonly (readonly ThreadStep[])[];

export interface ExploredThreads {
  readonly graph: ThreadStateGraph;
  /** Names of all classes of threads that are ever started. */
  readonly classes: ReadonlySet<string>;
  /** False if exploration stopped at the limit. */
  readonly isComplete: boolean;
}

export function threadGraph(program: Program, instances: ReadonlyMap<number, number>, limit: number): ExploredThreads {
  const ids = new Map<string, number>();
  const states: State[] = [];
  const number = (state: State): number => {
    const key = stateKey(state);
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, states.length);
    return states.push(state) - 1;
  };
  number(initialState(program, instances));
  const graph: ThreadStep[][] = [];
  const classes = new Set<string>();
  for (let id = 0; id < states.length && id < limit; id++) {
    const state = states[id]!;
    for (const { name } of state.threads) classes.add(processOfThread(name));
    graph.push(
      movesOf(program, state).flatMap((move) => {
        const { name, unitDepth } = state.threads[move.thread]!;
        const after = applyMove(program, state, move);
        // A step that goes wrong has done nothing, unless it is a read.
        const isDone = !after.failure || move.edge.action.kind === 'read';
        const observation = isDone ? observe(move.edge.action, unitDepth) : none;
        return [{ thread: move.thread, className: processOfThread(name), observation, to: number(after.state) }];
      }),
    );
  }
  return { graph, classes, isComplete: states.length <= limit };
}

const none: Observation = { kind: 'none' };

function observe(action: Program['functions'][number]['edges'][number]['action'], unitDepth: number): Observation {
  if (action.kind === 'end-unit' && unitDepth === 1) return { kind: 'end-unit' };
  if ((action.kind !== 'read' && action.kind !== 'write') || action.location.kind !== 'variable')
    return { kind: 'none' };
  const { variable } = action.location;
  return { kind: 'access', access: action.kind === 'read' ? 'R' : 'W', variable, inUnit: unitDepth > 0 };
}

/** Can a unit of a thread of class `u` and one of another thread of class `v` show the pattern? */
export function threadsShow(
  graph: ThreadStateGraph,
  { events }: AccessPattern,
  u: string,
  v: string,
  variables: readonly number[],
): boolean {
  const lasts = ['u', 'v'].map((role) => events.findLastIndex((event) => event.role === role));
  const wanted = events.map(({ role, kind, variable }) => ({
    player: role === 'u' ? 0 : 1,
    className: role === 'u' ? u : v,
    access: kind,
    variable: variables[variable]!,
    inUnit: events.filter((event) => event.role === role).length > 1,
  }));
  // A point is a state, the number of accesses matched, and the threads that play u and v, plus one.
  const seen = new Set([0]);
  const open = [0];
  const visit = (state: number, matched: number, players: readonly [number, number]) => {
    const key = ((state * 8 + matched) * 32 + players[0]) * 32 + players[1];
    if (seen.has(key)) return;
    seen.add(key);
    open.push(key);
  };
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const players: [number, number] = [(key >>> 5) % 32, key % 32];
    const matched = Math.floor(key / 1024) % 8;
    const state = Math.floor(key / 8192);
    const event = wanted[matched];
    if (!event) return true;
    for (const { thread, className, observation, to } of graph[state] ?? []) {
      const player = players.indexOf(thread + 1);
      if (observation.kind === 'end-unit' && player !== -1 && lasts[player]! >= matched) continue;
      visit(to, matched, players);
      if (observation.kind !== 'access' || observation.access !== event.access) continue;
      if (event.variable !== observation.variable || (event.inUnit && !observation.inUnit)) continue;
      const isChosen = players[event.player] !== 0;
      if (isChosen ? player !== event.player : player !== -1 || className !== event.className) continue;
      visit(to, matched + 1, event.player === 0 ? [thread + 1, players[1]] : [players[0], thread + 1]);
    }
  }
  return false;
}

/** Which accesses threads of a class ever make, as `class access variable`: patterns with others need no search. */
export function accessesMade(graph: ThreadStateGraph): ReadonlySet<string> {
  const made = new Set<string>();
  for (const steps of graph)
    for (const { className, observation } of steps)
      if (observation.kind === 'access') made.add(`${className} ${observation.access} ${observation.variable}`);
  return made;
}
