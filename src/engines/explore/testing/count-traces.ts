// How many inequivalent executions a program has, counted the plain way: all prefixes of executions on the reference
// semantics, each brought into Foata normal form, which two sequences of events share iff one becomes the other by exchanging
// independent neighbours. Shares nothing with the optimal search: dependence is decided pair by pair on what steps did.

import { isDeadlock } from '../../../model/program/deadlock.js';
import { eventOf, type StepEvent } from '../../../model/program/event.js';
import { type Move, movesOf } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import { initialState, type State, stateKey } from '../../../model/program/state.js';
import { applyMove } from '../../../model/program/step.js';
import { takeStep } from '../../../verdict/program-run.js';

interface Happening {
  /** By a name that does not depend on the order of steps. */
  readonly thread: string;
  readonly label: string;
  readonly event: StepEvent;
  /** Threads that could not go on before: forked or notified. */
  readonly enabled: readonly string[];
  readonly joined: readonly string[];
  /** 1 + the highest level of an earlier event it depends on. */
  readonly level: number;
}

interface Prefix {
  readonly state: State;
  readonly names: readonly string[];
  readonly events: readonly Happening[];
}

/** Undefined if there are more prefixes than this. With `merge` off, equivalent prefixes are all continued, too. */
export function countTraces(program: Program, mostPrefixes: number, merge = true): number | undefined {
  const state = initialState(program);
  const stack: Prefix[] = [{ state, names: state.threads.map((_, id) => `${id}`), events: [] }];
  const seen = new Set<string>();
  const complete = new Set<string>();
  for (let count = 0; stack.length > 0; count++) {
    if (count >= mostPrefixes) return undefined;
    const prefix = stack.pop()!;
    const moves = movesOf(program, prefix.state);
    if (moves.length === 0) complete.add(normalForm(prefix));
    for (const move of moves) {
      const next = extend(program, prefix, move);
      const form = merge ? normalForm(next) : '';
      if (merge && seen.has(form)) continue;
      seen.add(form);
      stack.push(next);
    }
  }
  return complete.size;
}

function normalForm({ events }: Prefix): string {
  const levels: string[][] = [];
  for (const { level, thread, label } of events) {
    levels[level] ??= [];
    levels[level].push(`${thread}:${label}`);
  }
  return levels.map((level) => level.sort().join(' ')).join('|');
}

function extend(program: Program, { state, names, events }: Prefix, move: Move): Prefix {
  const { after, failure } = takeStep(program, state, move);
  const isFork = after.threads.length > names.length;
  const grown = isFork ? [...names, childName(names[move.thread]!, names)] : names;
  const read = eventOf(program, state, move, undefined);
  const isFailedWrite = failure !== undefined && read.kind === 'access' && read.mode === 'write';
  const isUpdate = move.edge.action.kind === 'update' && read.kind === 'access';
  const event: StepEvent = isFailedWrite ? { kind: 'local' } : isUpdate ? { ...read, mode: 'write' } : read;
  const woken = after.threads.flatMap(({ status }, id) =>
    status.kind === 'notified' && state.threads[id]?.status.kind === 'waiting' ? [grown[id]!] : [],
  );
  const happening = {
    thread: names[move.thread]!,
    label: labelOf(program, state, move, names),
    event,
    enabled: [...woken, ...grown.slice(names.length)],
    joined: event.kind === 'join' ? event.children.map((child) => names[child]!) : [],
  };
  const level = Math.max(0, ...events.map((other) => (areDependent(other, happening) ? other.level : 0))) + 1;
  return { state: after, names: grown, events: [...events, { ...happening, level }] };
}

function childName(parent: string, names: readonly string[]): string {
  const isChild = (name: string) => name.startsWith(`${parent}.`) && !name.slice(parent.length + 1).includes('.');
  return `${parent}.${names.filter(isChild).length}`;
}

function labelOf(program: Program, state: State, move: Move, names: readonly string[]): string {
  const frame = state.threads[move.thread]!.frames.at(-1)!;
  const edge = program.functions[frame.function]!.edges.indexOf(move.edge);
  const value = move.kind === 'edge' ? move.value : undefined;
  return `${edge}${move.kind === 'resume' ? 'r' : ''}${value === undefined ? '' : `=${valueName(move, value, names)}`}`;
}

function valueName(move: Move, value: number, names: readonly string[]): string {
  return move.edge.action.kind === 'notify' ? names[value]! : String(value);
}

type Dated = Pick<Happening, 'thread' | 'event' | 'enabled' | 'joined'>;

function areDependent(a: Dated, b: Dated): boolean {
  if (a.thread === b.thread || a.enabled.includes(b.thread) || b.joined.includes(a.thread)) return true;
  const [one, other] = [a.event, b.event];
  if (one.kind === 'access' && other.kind === 'access')
    return one.cell.key === other.cell.key && (one.mode === 'write' || other.mode === 'write');
  const isLock = (event: StepEvent) => (event.kind === 'acquire' || event.kind === 'release') && event.outermost;
  return isLock(one) && isLock(other) && 'lock' in one && 'lock' in other && one.lock === other.lock;
}

/** Every state in which nothing can move, by plain search: shared values, and whether it is a deadlock. */
export function outcomes(program: Program, mostStates: number): Set<string> | undefined {
  const initial = initialState(program);
  const seen = new Set([stateKey(initial)]);
  const found = new Set<string>();
  for (const stack = [initial]; stack.length > 0; ) {
    if (seen.size > mostStates) return undefined;
    const state = stack.pop()!;
    const moves = movesOf(program, state);
    if (moves.length === 0) found.add(`${state.shared.join()}${isDeadlock(program, state) ? ' deadlock' : ''}`);
    for (const move of moves) {
      const after = applyMove(program, state, move).state;
      const key = stateKey(after);
      if (seen.has(key)) continue;
      seen.add(key);
      stack.push(after);
    }
  }
  return found;
}
