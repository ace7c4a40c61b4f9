// An execution of a program, step by step, and its form as a witness. Engines find moves; this is the one place where
// moves become witness steps with names, source places and what changed.

import type { SourceText } from '../base/source-text.js';
import { evaluate } from '../model/program/evaluate.js';
import { eventOf, locationName, lockName, type StepEvent } from '../model/program/event.js';
import type { Move } from '../model/program/moves.js';
import { nextEdges } from '../model/program/moves.js';
import type { Action, Expression, Program } from '../model/program/program.js';
import { type State, type Thread, topFrame } from '../model/program/state.js';
import { applyMove, type Failure } from '../model/program/step.js';
import type { ExecutionWitness, WitnessStep } from './witness.js';

export interface ProgramRun {
  readonly program: Program;
  readonly initial: State;
  readonly steps: readonly RunStep[];
}

export interface RunStep {
  readonly before: State;
  readonly move: Move;
  readonly event: StepEvent;
  readonly after: State;
  readonly failure?: Failure;
}

export function takeStep(program: Program, before: State, move: Move): RunStep {
  const { state, failure } = applyMove(program, before, move);
  const event = eventOf(program, before, move, failure);
  return { before, move, event, after: state, ...(failure ? { failure } : {}) };
}

export function runMoves(program: Program, initial: State, moves: readonly Move[]): ProgramRun {
  const steps: RunStep[] = [];
  let state = initial;
  for (const move of moves) {
    const step = takeStep(program, state, move);
    steps.push(step);
    state = step.after;
  }
  return { program, initial, steps };
}

export function finalState(run: ProgramRun): State {
  return run.steps[run.steps.length - 1]?.after ?? run.initial;
}

/** `notes` are remarks on single steps, by index. */
export function witnessOfRun(run: ProgramRun, notes: ReadonlyMap<number, string> = new Map()): ExecutionWitness {
  return { kind: 'execution', steps: run.steps.map((step, i) => witnessStep(run.program, step, notes.get(i))) };
}

function witnessStep(program: Program, step: RunStep, note: string | undefined): WitnessStep {
  const { move, before } = step;
  const thread = before.threads[move.thread]!;
  const alternatives = nextEdges(program, thread);
  const target = targetOf(program, step);
  const change = changeOf(program, step);
  const value = move.kind === 'edge' ? move.value : undefined;
  return {
    thread: thread.name,
    action: move.kind === 'resume' ? 'resume' : move.edge.action.kind,
    ...(target === undefined ? {} : { target }),
    place: placeOf(program.source, step),
    ...(isSilent(step) ? { silent: true as const } : {}),
    ...(alternatives.length > 1 ? { choice: alternatives.indexOf(move.edge) } : {}),
    ...(value === undefined ? {} : { value }),
    ...(change === undefined ? {} : { change }),
    ...(note === undefined ? {} : { note }),
  };
}

function placeOf(source: SourceText, step: RunStep) {
  return source.place(step.move.edge.origin);
}

function targetOf(program: Program, step: RunStep): string | undefined {
  const { event, move } = step;
  const { action } = move.edge;
  if (event.kind === 'acquire' || event.kind === 'release') return lockName(program, event.lock);
  if (action.kind === 'unavailable') return lockTarget(program, step, action.lock);
  switch (action.kind) {
    case 'read':
    case 'write':
    case 'update':
      return locationName(program, action.location);
    case 'call':
    case 'spawn':
      return program.functions[action.function]!.shortName;
    case 'label':
      return action.name;
    case 'yield':
      return action.external ? 'external' : undefined;
    case 'join':
      return action.thread && threadName(step, action.thread);
    case 'settle':
      return threadName(step, action.promise);
    default:
      return undefined;
  }
}

function lockTarget(program: Program, { before, move }: RunStep, lock: Expression): string | undefined {
  const address = evaluate(lock, topFrame(before.threads[move.thread]!)!.locals);
  return typeof address === 'number' ? lockName(program, address) : undefined;
}

function threadName({ before, move }: RunStep, handle: Expression): string | undefined {
  const id = evaluate(handle, topFrame(before.threads[move.thread]!)!.locals);
  return typeof id === 'number' ? before.threads[id - 1]?.name : undefined;
}

const quietActions: ReadonlySet<Action['kind']> = new Set(['skip', 'assign', 'assume', 'call', 'return', 'choose']);

function isSilent(step: RunStep): boolean {
  if (step.failure) return false;
  const { event } = step;
  if ((event.kind === 'acquire' || event.kind === 'release') && !event.outermost) return true;
  return quietActions.has(step.move.edge.action.kind);
}

function changeOf(program: Program, step: RunStep): string | undefined {
  const { before, after, failure, event } = step;
  if (failure) return failure.reason;
  if ((event.kind === 'acquire' || event.kind === 'release') && event.shared) return 'shared';
  if (event.kind === 'fork') return `starts ${after.threads[event.child]!.name}`;
  if (event.kind === 'join' && event.children.length === 1) return endOf(before.threads[event.children[0]!]);
  if (before.shared === after.shared) return readValue(program, step);
  const changed = program.variables.flatMap((variable, id) =>
    before.shared[id] === after.shared[id] ? [] : [`${variable.name} = ${shownValue(program, id, after.shared[id]!)}`],
  );
  return changed.length > 0 ? changed.join(', ') : readValue(program, step);
}

/** How a joined thread ended, if that is more than that it did. */
function endOf(thread: Thread | undefined): string | undefined {
  if (!thread?.settled) return undefined;
  const { failed, value } = thread.settled;
  return failed ? `${thread.name} failed: ${value}` : undefined;
}

function readValue(program: Program, step: RunStep): string | undefined {
  const { action } = step.move.edge;
  const reads = action.kind === 'read' || action.kind === 'update';
  if (!reads || action.into === undefined || action.location.kind !== 'variable') return undefined;
  const { variable } = action.location;
  return `${program.variables[variable]!.name} is ${shownValue(program, variable, step.before.shared[variable]!)}`;
}

function shownValue(program: Program, variable: number, value: number): string {
  const type = program.variables[variable]!.type;
  if (type?.kind === 'bool') return value === 0 ? 'false' : 'true';
  if (type && type.kind !== 'int') return value === 0 ? 'null' : `@${value}`;
  return String(value);
}
