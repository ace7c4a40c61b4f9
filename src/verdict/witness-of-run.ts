// An execution of a program as a witness: the one place where moves become steps with names, source places, values and
// what changed.

import { evaluate } from '../model/program/evaluate.js';
import { nextEdges } from '../model/program/moves.js';
import type { Action, Expression } from '../model/program/program.js';
import { type Thread, topFrame } from '../model/program/state.js';
import type { ProgramRun, RunStep } from './program-run.js';
import type { StateWords } from './state-words.js';
import { wordsOfRun } from './waiting-threads.js';
import type { ExecutionWitness, NamedValue, WitnessStep } from './witness.js';

/** `notes` are remarks on single steps, by index. */
export function witnessOfRun(run: ProgramRun, notes: ReadonlyMap<number, string> = new Map()): ExecutionWitness {
  const words = wordsOfRun(run);
  const steps = run.steps.map((step, i) => witnessStep(words, step, notes.get(i)));
  const startValues = startValuesOf(words, run);
  return { kind: 'execution', steps, ...(startValues.length === 0 ? {} : { startValues }) };
}

/** Of the shared variables that have values, in the order of their declarations. */
export function startValuesOf(words: StateWords, { initial, program }: ProgramRun): NamedValue[] {
  return program.variables.flatMap(({ name, type }, id): NamedValue[] =>
    type ? [[name, words.value(type, initial.shared[id]!, initial.threads)]] : [],
  );
}

/** One step in words. */
export function witnessStep(words: StateWords, step: RunStep, note: string | undefined): WitnessStep {
  const { program } = words;
  const { move, before } = step;
  const thread = before.threads[move.thread]!;
  const alternatives = nextEdges(program, thread);
  const target = targetOf(words, step);
  const change = changeOf(words, step, target);
  const locals = changedLocals(words, step);
  const value = move.kind === 'edge' ? move.value : undefined;
  return {
    thread: thread.name,
    action: actionOf(step),
    ...(target === undefined ? {} : { target }),
    place: program.source.place(move.edge.origin),
    ...(isSilent(step) ? { silent: true as const } : {}),
    ...(alternatives.length > 1 ? { choice: alternatives.indexOf(move.edge) } : {}),
    ...(value === undefined ? {} : { value }),
    ...(change === undefined ? {} : { change }),
    ...(locals.length === 0 ? {} : { locals }),
    ...(note === undefined ? {} : { note }),
  };
}

function actionOf({ move }: RunStep): string {
  const { action } = move.edge;
  if (move.kind === 'resume') return 'resume';
  return action.kind === 'notify' && action.all ? 'notifyAll' : action.kind;
}

function targetOf(words: StateWords, step: RunStep): string | undefined {
  const { event, move, before } = step;
  const { action } = move.edge;
  if (event.kind === 'acquire' || event.kind === 'release') return words.objectName(event.lock);
  const thread = before.threads[move.thread]!;
  switch (action.kind) {
    case 'read':
    case 'write':
    case 'update':
      return words.locationName(action.location, thread);
    case 'acquire':
    case 'unavailable':
    case 'notify': {
      const lock = evaluate(action.lock, topFrame(thread)!.locals);
      return typeof lock === 'number' && lock > 0 ? words.objectName(lock) : undefined;
    }
    case 'allocate':
    case 'allocate-array':
      return step.failure ? undefined : words.objectName(step.after.heap.length);
    case 'call':
    case 'spawn':
      return words.program.functions[action.function]!.shortName;
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

function changeOf(words: StateWords, step: RunStep, target: string | undefined): string | undefined {
  const { before, after, failure, event, move } = step;
  if (failure) return failure.reason;
  if ((event.kind === 'acquire' || event.kind === 'release') && event.shared) return 'shared';
  if (event.kind === 'fork') return `starts ${after.threads[event.child]!.name}`;
  if (event.kind === 'join' && event.children.length === 1) return endOf(before.threads[event.children[0]!]);
  const { action } = move.edge;
  const thread = before.threads[move.thread]!;
  if (action.kind === 'notify') return wokenBy(step);
  if (action.kind !== 'read' && action.kind !== 'write' && action.kind !== 'update') return undefined;
  const [old, now] = [before, after].map((state) => words.valueAt(action.location, thread, state));
  if (old === undefined || now === undefined) return undefined;
  const isWriting = event.kind === 'access' && event.mode !== 'read';
  return isWriting ? `${target} = ${now}` : `${target} is ${old}`;
}

function wokenBy({ before, after }: RunStep): string {
  const isWoken = (thread: Thread, id: number) =>
    thread.status.kind === 'waiting' && after.threads[id]!.status.kind === 'notified';
  const woken = before.threads.filter(isWoken).map(({ name }) => name);
  return `wakes ${woken.length === 0 ? 'nobody' : woken.join(', ')}`;
}

/** How a joined thread ended, if that is more than that it did. */
function endOf(thread: Thread | undefined): string | undefined {
  if (!thread?.settled) return undefined;
  const { failed, value } = thread.settled;
  return failed ? `${thread.name} failed: ${value}` : undefined;
}

/** Local variables of the source that the step sets; those of a function other than the first by its name. */
function changedLocals(words: StateWords, { before, after, move, failure }: RunStep): NamedValue[] {
  const old = before.threads[move.thread]!.frames;
  const now = after.threads[move.thread]!.frames;
  const [frame, known] = [now[now.length - 1], old[now.length - 1]];
  if (failure || !frame || frame.locals === known?.locals) return [];
  const graph = words.program.functions[frame.function]!;
  const stem = now.length > 1 ? `${graph.shortName}.` : '';
  const set = new Set(known ? [assignedLocal(move.edge.action)] : graph.parameters);
  return graph.locals.flatMap(({ name, type }, id): NamedValue[] => {
    const isSet = set.has(id) || (known && known.locals[id] !== frame.locals[id]);
    if (!isSet || name.startsWith('%')) return [];
    return [[`${stem}${name}`, words.value(type, frame.locals[id]!, after.threads)]];
  });
}

function assignedLocal(action: Action): number | undefined {
  if ('into' in action) return action.into;
  if ('local' in action) return action.local;
  return 'handle' in action ? action.handle : undefined;
}
