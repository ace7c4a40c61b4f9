// A program whose threads have finite data as a thread transition diagram. A local state is a thread of the program's own
// semantics (its stack and the locks it holds), a shared state the values of the shared variables and which locks are
// taken. Edges come from the program's own step function, applied to one thread among others that hold those locks; all
// pairs of a shared and a local state found so far are looked at once. A spawn takes two edges: the child appears, then
// the parent goes on. Questions are put to the result by `askDiagram` (program-question.ts).

import { Interner } from '../../base/interner.js';
import { liveLocals } from '../../model/program/analyses/live-locals.js';
import { type Move, movesOfThread } from '../../model/program/moves.js';
import { printAction } from '../../model/program/print-graph.js';
import type { Program } from '../../model/program/program.js';
import { type Frame, newThread, type State, type Thread } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import type { Configuration, Edge } from '../../model/threads/diagram.js';
import { visitPairs } from '../../model/threads/visit-pairs.js';
import { type Obstacle, ValueWatch, whyNotFinite } from './program-threads-support.js';

export interface SharedState {
  readonly values: readonly number[];
  /** Addresses of the locks that some thread holds. */
  readonly taken: readonly number[];
  /** The local state that has started a thread, and by which of its moves; it has yet to go on. */
  readonly starting?: { readonly local: number; readonly move: number };
}

const mostPairs = 5_000_000;
const mostStates = 200_000;
/** Stands for the threads that hold the locks taken by others. */
const rest: Thread = {
  name: 'others',
  process: -1,
  frames: [],
  status: { kind: 'ended' },
  held: [],
  unitDepth: 0,
  children: [],
  waiters: [],
};
/** Nobody's turn: scheduling is preemptive. */
const anybody = { running: -1, callers: [], microtasks: [], lockWaiters: [] } as const;

/** What an edge does, and where the program says so. */
type Words = Pick<Edge, 'place' | 'text'>;

/** A program on its way to a diagram: as much work at a time as the caller likes. */
export class ProgramUnfolding {
  readonly #shared = new Interner<SharedState>(sharedKey);
  readonly #local = new Interner<Thread>(threadKey);
  readonly #watch: ValueWatch;
  readonly #live: readonly Uint8Array[];
  readonly #words = new Map<Move['edge'], Words>();
  readonly #visits: Generator<number, void, void>;
  #pairs = 0;
  readonly edges: Edge[] = [];
  /** Per edge: which of its thread's moves it stands for; -1 where a child appears and the parent has yet to go on. */
  readonly moveOf: number[] = [];
  /** Edges whose step fails an assertion. */
  readonly failing: number[] = [];
  readonly initial: Configuration;
  /** The local state in which each process starts. */
  readonly starts: readonly number[];
  isDone = false;
  obstacle: Obstacle | undefined;

  constructor(readonly program: Program) {
    this.obstacle = whyNotFinite(program);
    this.#watch = new ValueWatch(program);
    this.#live = program.functions.map(liveLocals);
    const values = program.variables.map((variable) => variable.initial);
    const shared = this.#shared.intern({ values, taken: [] });
    this.starts = program.processes.map(({ entry }, id) => this.#intern(newThread(program, '', id, entry, [])));
    const bounded = program.processes.flatMap(({ instances }, id) =>
      Array.from({ length: instances === 'any' ? 0 : instances }, () => this.starts[id]!),
    );
    const unbounded = this.starts.filter((_, id) => program.processes[id]!.instances === 'any');
    this.initial = { shared, bounded, unbounded };
    this.#visits = visitPairs(
      () => this.#shared.size,
      () => this.#local.size,
      (sharedId, localId) => this.#expand(sharedId, localId),
    );
  }

  get sharedStates(): readonly SharedState[] {
    return this.#shared.values();
  }

  get threads(): readonly Thread[] {
    return this.#local.values();
  }

  /** Looks at so many more pairs, or to the end. */
  advance(pairs: number): void {
    for (let left = pairs; left > 0 && !this.isDone && !this.obstacle; ) {
      const { value, done } = this.#visits.next();
      if (done) this.isDone = true;
      left -= value ?? 0;
      this.#pairs += value ?? 0;
      this.obstacle = this.#watch.obstacle ?? this.#tooLarge();
    }
  }

  #tooLarge(): Obstacle | undefined {
    if (this.#pairs > mostPairs) return { because: `it has more than ${mostPairs} pairs of shared and local states` };
    if (this.#shared.size + this.#local.size <= mostStates) return undefined;
    return { because: `it has more than ${mostStates} shared and local states` };
  }

  #expand(sharedId: number, localId: number): void {
    const shared = this.#shared.value(sharedId);
    const thread = this.#local.value(localId);
    if (shared.starting && shared.starting.local !== localId) return;
    if (!holdsOnlyTaken(thread, shared)) return;
    const state = this.#stateOf(shared, thread);
    movesOfThread(this.program, state, 0).forEach((move, i) => {
      if (!shared.starting || shared.starting.move === i) this.#follow(sharedId, localId, state, move, i);
    });
  }

  #follow(sharedId: number, localId: number, state: State, move: Move, index: number): void {
    const shared = this.#shared.value(sharedId);
    const { state: after, failure } = applyMove(this.program, state, move);
    const [next, , child] = after.threads;
    const from = { shared: sharedId, local: localId };
    if (child && !shared.starting) {
      const starting = { local: localId, move: index };
      const to = { shared: this.#shared.intern({ ...shared, starting }), local: this.#intern(child) };
      this.#add({ kind: 'spawn', from, to, ...this.#wordsOf(state, move) }, -1);
      return;
    }
    this.#watch.shared(after.shared);
    const reached = this.#shared.intern({ values: after.shared, taken: takenIn(after) });
    const to = { shared: reached, local: this.#intern(next!) };
    if (failure?.kind === 'assertion') this.failing.push(this.edges.length);
    this.#add({ kind: 'move', from, to, ...this.#wordsOf(state, move) }, index);
  }

  #add(edge: Omit<Edge, 'passive'>, move: number): void {
    this.edges.push({ ...edge, passive: [] });
    this.moveOf.push(move);
  }

  #wordsOf({ threads: [thread] }: State, { edge }: Move): Words {
    const known = this.#words.get(edge);
    if (known) return known;
    const graph = this.program.functions[thread!.frames.at(-1)!.function]!;
    const text = printAction(this.program, graph, edge.action);
    const words = { text, place: this.program.source.place(edge.origin) };
    this.#words.set(edge, words);
    return words;
  }

  #stateOf({ values, taken }: SharedState, thread: Thread): State {
    const elsewhere = taken.filter((lock) => !thread.held.includes(lock));
    const heap = this.program.locks.map(() => ({ kind: 'lock' }) as const);
    return { shared: values, heap, threads: [thread, { ...rest, held: elsewhere }], ...anybody };
  }

  /** What a thread may still do depends neither on its name nor on its dead locals. */
  #intern({ process, frames, status, held }: Thread): number {
    const living = status.kind === 'ready' ? frames.map((frame) => this.#withoutDead(frame)) : [];
    const locks = [...held].sort((a, b) => a - b);
    return this.#local.intern({ ...rest, name: '', process, frames: living, status, held: locks });
  }

  #withoutDead(frame: Frame): Frame {
    const live = this.#live[frame.function]!;
    const first = frame.node * frame.locals.length;
    const locals = frame.locals.map((value, i) => (live[first + i] ? value : 0));
    this.#watch.locals(frame.function, locals);
    return { ...frame, locals };
  }
}

/** A thread is only where the locks it holds are taken. */
export function holdsOnlyTaken({ held }: Thread, { taken }: SharedState): boolean {
  return held.every((lock) => taken.includes(lock));
}

function takenIn({ threads }: State): number[] {
  return [...new Set(threads.flatMap((thread) => thread.held))].sort((a, b) => a - b);
}

function sharedKey({ values, taken, starting }: SharedState): string {
  return `${values}|${taken}|${starting ? `${starting.local}.${starting.move}` : ''}`;
}

function threadKey({ process, frames, status, held }: Thread): string {
  const stack = frames.map((frame) => `${frame.function}.${frame.node}.${frame.result ?? ''}(${frame.locals})`);
  return `${process} ${stack.join(';')} ${status.kind} ${held}`;
}
