// A program whose threads have finite data as a thread transition diagram. A local state is a thread of the program's own
// semantics (its stack and the locks it holds), a shared state the values of the shared variables and which locks are
// taken. Edges come from the program's own step function, applied to one thread among others that hold those locks; all
// pairs of a shared and a local state found so far are looked at once. Questions are edges into a fresh shared state:
// a failed assertion, a thread at a label, or two different threads at two labels.

import { Interner } from '../base/interner.js';
import { failure, type Result, success } from '../base/result.js';
import { type Move, movesOfThread, nextEdges } from '../model/program/moves.js';
import { printAction } from '../model/program/print-graph.js';
import type { Action, Program } from '../model/program/program.js';
import { newThread, type State, type Thread } from '../model/program/state.js';
import { applyMove } from '../model/program/step.js';
import type { Configuration, Edge, Target, ThreadDiagram } from '../model/threads/diagram.js';
import { whyNotFinite } from './program-threads-support.js';

interface Shared {
  readonly values: readonly number[];
  /** Addresses of the locks that some thread holds. */
  readonly taken: readonly number[];
  /** The local state that has started a thread, and by which of its moves; it has yet to go on. */
  readonly starting?: { readonly local: number; readonly move: number };
  /** The question that is being answered here; such states have no program any more. */
  readonly probe?: string;
}

const mostPairs = 2_000_000;
const mostStates = 200_000;
/** Stands for the threads that hold the locks taken by others. */
const others = 'others';
const done: Thread = {
  name: '',
  process: -1,
  frames: [],
  status: { kind: 'ended' },
  held: [],
  unitDepth: 0,
  children: [],
};

/** `targets`: `assert`, a label, or two labels `a,b`. The failure says what construct stands in the way. */
export function translateProgramToThreads(program: Program, targets: readonly string[]): Result<ThreadDiagram, string> {
  const problem = whyNotFinite(program);
  if (problem !== undefined) return failure(problem);
  const unfolding = new Unfolding(program);
  if (!unfolding.run()) return failure(`its data has more than ${mostPairs} pairs of shared and local states`);
  return success(unfolding.diagram(targets));
}

/** The questions that a program asks by itself. */
export function programTargets(program: Program): readonly string[] {
  const asserts = program.functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'assert'));
  return asserts ? ['assert'] : [];
}

class Unfolding {
  readonly #shared = new Interner<Shared>(
    ({ values, taken, starting, probe }) =>
      `${values}|${taken}|${starting ? `${starting.local}.${starting.move}` : ''}|${probe ?? ''}`,
  );
  readonly #local = new Interner<Thread>(threadKey);
  readonly #edges: Edge[] = [];
  readonly #initial: Configuration;
  /** Edges whose step fails an assertion. */
  readonly #failing: Edge[] = [];

  constructor(readonly program: Program) {
    const values = program.variables.map((variable) => variable.initial);
    const shared = this.#shared.intern({ values, taken: [] });
    const starts = program.processes.map(({ entry }, id) => this.#intern(newThread(program, '', id, entry, [])));
    const bounded = program.processes.flatMap(({ instances }, id) =>
      Array.from({ length: instances === 'any' ? 0 : instances }, () => starts[id]!),
    );
    const unbounded = starts.filter((_, id) => program.processes[id]!.instances === 'any');
    this.#initial = { shared, bounded, unbounded };
  }

  /** False when there are too many states. */
  run(): boolean {
    let pairs = 0;
    for (let shared = 0, local = 0; shared < this.#shared.size || local < this.#local.size; ) {
      if (pairs > mostPairs || this.#shared.size + this.#local.size > mostStates) return false;
      if (shared < this.#shared.size) {
        for (let l = 0; l < local; l++) this.#expand(shared, l);
        shared++;
        pairs += local;
      } else {
        for (let s = 0; s < shared; s++) this.#expand(s, local);
        local++;
        pairs += shared;
      }
    }
    return true;
  }

  diagram(names: readonly string[]): ThreadDiagram {
    const states = this.#shared.size;
    const targets = names.map((name): Target => ({ name, configuration: this.#ask(name, states) }));
    return {
      kind: 'threads',
      sharedCount: this.#shared.size,
      localCount: this.#local.size,
      edges: this.#edges,
      initial: [this.#initial],
      targets,
      sharedNames: this.#shared.values().map((state) => this.#sharedName(state)),
      threadNames: this.#local.values().map((thread) => this.program.processes[thread.process]?.name ?? 'done'),
    };
  }

  #expand(sharedId: number, localId: number): void {
    const shared = this.#shared.value(sharedId);
    const thread = this.#local.value(localId);
    if (shared.starting && shared.starting.local !== localId) return;
    // A thread is only where the locks it holds are taken.
    if (!thread.held.every((lock) => shared.taken.includes(lock))) return;
    const state = this.#stateOf(shared, thread);
    movesOfThread(this.program, state, 0).forEach((move, i) => {
      if (!shared.starting || shared.starting.move === i) this.#follow(sharedId, localId, state, move, i);
    });
  }

  #follow(sharedId: number, localId: number, state: State, move: Move, index: number): void {
    const shared = this.#shared.value(sharedId);
    const { state: after, failure: failed } = applyMove(this.program, state, move);
    const [next, , child] = after.threads;
    const text = printAction(this.program, this.program.functions[topFunction(state.threads[0]!)]!, move.edge.action);
    const place = this.program.source.place(move.edge.origin);
    const edge = (kind: Edge['kind'], to: number, target: Shared): Edge => ({
      kind,
      from: { shared: sharedId, local: localId },
      to: { shared: this.#shared.intern(target), local: to },
      passive: [],
      place,
      text,
    });
    if (child && !shared.starting) {
      const starting = { local: localId, move: index };
      this.#edges.push(edge('spawn', this.#intern(child), { ...shared, starting }));
      return;
    }
    const taken = this.#takenAfter(after);
    const goesOn = edge('move', this.#intern(next!), { values: after.shared, taken });
    this.#edges.push(goesOn);
    if (failed?.kind === 'assertion') this.#failing.push(goesOn);
  }

  #stateOf({ values, taken }: Shared, thread: Thread): State {
    const elsewhere = taken.filter((lock) => !thread.held.includes(lock));
    const rest: Thread = { ...done, name: others, held: elsewhere };
    const heap = this.program.locks.map(() => ({ kind: 'lock' }) as const);
    return { shared: values, heap, threads: [thread, rest], running: -1 };
  }

  #takenAfter(state: State): number[] {
    return [...new Set(state.threads.flatMap((thread) => thread.held))].sort((a, b) => a - b);
  }

  #intern(thread: Thread): number {
    const held = [...thread.held].sort((a, b) => a - b);
    return this.#local.intern({ ...thread, name: '', held, unitDepth: 0, children: [] });
  }

  /** Adds the edges that answer a question, from the first `states` shared states; returns where they lead. */
  #ask(name: string, states: number): Configuration {
    const end = this.#local.intern(done);
    const found = this.#probe(name);
    if (name === 'assert')
      for (const edge of this.#failing) this.#edges.push({ ...edge, to: { shared: found, local: end } });
    else {
      const [first, second] = name.split(',').map((label) => label.trim());
      const last = second === undefined ? found : this.#probe(`${name} half`);
      for (let shared = 0; shared < states; shared++) this.#probeEdges(shared, first!, last, end, states);
      if (second !== undefined) this.#probeEdges(last, second, found, end, states);
    }
    return { shared: found, bounded: [end], unbounded: [] };
  }

  #probe(probe: string): number {
    return this.#shared.intern({ values: [], taken: [], probe });
  }

  /** From every local state at the label. */
  #probeEdges(shared: number, label: string, to: number, end: number, states: number): void {
    const from = this.#shared.value(shared);
    this.#local.values().forEach((thread, local) => {
      const canBeHere = shared >= states || thread.held.every((lock) => from.taken.includes(lock));
      if (!canBeHere || !this.#labelsAt(thread).includes(label)) return;
      this.#edges.push({
        kind: 'move',
        from: { shared, local },
        to: { shared: to, local: end },
        passive: [],
        text: `at ${label}`,
      });
    });
  }

  #labelsAt(thread: Thread): string[] {
    if (thread.status.kind !== 'ready') return [];
    return nextEdges(this.program, thread).flatMap(({ action }) => (isLabel(action) ? [action.name] : []));
  }

  #sharedName({ values, taken, probe }: Shared): string {
    if (probe !== undefined) return probe;
    const variables = this.program.variables.flatMap(({ name, type }, i) => (type ? [`${name}=${values[i]}`] : []));
    const locks = taken.map((address) => `${this.program.locks[address - 1]?.name ?? address} taken`);
    return [...variables, ...locks].join(' ');
  }
}

function isLabel(action: Action): action is Extract<Action, { kind: 'label' }> {
  return action.kind === 'label';
}

function topFunction(thread: Thread): number {
  return thread.frames.at(-1)!.function;
}

function threadKey({ process, frames, status, held }: Thread): string {
  const stack = frames.map((frame) => `${frame.function}.${frame.node}.${frame.result ?? ''}(${frame.locals})`);
  return `${process} ${stack.join(';')} ${status.kind} ${held}`;
}
