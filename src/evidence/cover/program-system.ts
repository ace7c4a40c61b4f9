// A program with finite data as a system that counts threads (obligation C0), by the program's own semantics: a control is
// the values of the shared variables with the locks that are taken, a place the state of one thread. Every such pair is
// stepped with one thread, beside one that holds what others have taken; what `applyMove` does to the two is a rule. Only
// programs without heap, joins, conditions and handles, where a thread sees no more of the others than that.

import { failure, type Result, success } from '../../base/result.js';
import { tokensAt } from '../../model/petri/marking.js';
import { movesOfThread, nextEdges } from '../../model/program/moves.js';
import type { Action, Program } from '../../model/program/program.js';
import { newThread, type State, type Thread } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import type { CoverBody } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import type { Work } from '../certifier.js';
import type { CountingSystem } from './closed-sets.js';
import type { CountingRule } from './counting-rules.js';
import type { CoverState, Start } from './cover-claim.js';
import { type ForgottenLocals, forget, readForgotten } from './forgotten-locals.js';

interface SharedState {
  readonly values: readonly number[];
  readonly taken: readonly number[];
}

const nobodyElse = { callers: [], microtasks: [], lockWaiters: [] };

/** Stands for all other threads. */
const others: Thread = {
  name: 'others',
  process: -1,
  frames: [],
  status: { kind: 'ended' },
  held: [],
  unitDepth: 0,
  children: [],
  waiters: [],
};

/** Pairs of a shared and a local state that are looked at, whatever the work. */
const mostPairs = 10_000_000;

const allowed: ReadonlySet<Action['kind']> = new Set<Action['kind']>([
  ...(['skip', 'read', 'write', 'update', 'assign', 'choose', 'assume', 'assert', 'acquire', 'release'] as const),
  ...(['begin-unit', 'end-unit', 'call', 'return', 'spawn', 'label', 'yield', 'unavailable'] as const),
]);

export class ProgramSystem {
  readonly #shared = new Numbered<SharedState>(sharedText);
  readonly #locals = new Numbered<Thread>(threadText);
  readonly #rules: CountingRule[] = [];
  /** States from which one step fails an assertion. */
  readonly #failing: CoverState[] = [];

  private constructor(
    readonly program: Program,
    readonly forgotten: ForgottenLocals,
  ) {}

  static of(program: Program, body: CoverBody, work: Work): Result<ProgramSystem, string> | 'too large' {
    const obstacle = obstacleIn(program);
    if (obstacle !== undefined) return failure(obstacle);
    const forgotten = readForgotten(program, body.forgotten);
    if (typeof forgotten === 'string') return failure(forgotten);
    const system = new ProgramSystem(program, forgotten);
    const room = { left: Math.min(work.left, mostPairs) };
    const before = room.left;
    const finished = system.#unfold(room);
    work.left -= before - room.left;
    return finished ? success(system) : 'too large';
  }

  /** The number of a shared or local state by the text that certificates use; undefined when no run has it. */
  controlOf(text: string): number | undefined {
    return this.#shared.find(text);
  }

  placeOf(text: string): number | undefined {
    return this.#locals.find(text);
  }

  get places(): number {
    return this.#locals.size;
  }

  claim(property: Property): Result<CountingSystem, string> {
    if (property.kind !== 'coverable' || property.initial !== undefined)
      return failure('nothing of a program is to be covered');
    const { target } = property;
    const targets =
      target === 'assert' ? success(this.#failing) : this.#atLabels(target.split(',').map((l) => l.trim()));
    return targets.ok ? success({ rules: this.#rules, starts: [this.#start()], targets: targets.value }) : targets;
  }

  #start(): Start {
    const starts = this.program.processes.map((_, id) => this.#startOf(id));
    const bounded = this.program.processes.flatMap(({ instances }, id) =>
      instances === 'any' ? [] : Array.from({ length: instances }, () => starts[id]!),
    );
    const unbounded = starts.filter((_, id) => this.program.processes[id]!.instances === 'any');
    return { control: this.#initialControl(), marking: tokensAt(bounded), unbounded };
  }

  #initialControl(): number {
    return this.#shared.numberOf({ values: this.program.variables.map(({ initial }) => initial), taken: [] });
  }

  #startOf(process: number): number {
    return this.#localOf(newThread(this.program, '', process, this.program.processes[process]!.entry, []));
  }

  /** Every shared state with every local state, those found on the way included; false when the work is spent. */
  #unfold(work: Work): boolean {
    this.#initialControl();
    for (const process of this.program.processes.keys()) this.#startOf(process);
    for (let shared = 0, local = 0; shared < this.#shared.size || local < this.#locals.size; ) {
      const row = shared < this.#shared.size;
      const count = row ? local : shared;
      work.left -= count + 1;
      if (work.left < 0) return false;
      for (let i = 0; i < count; i++) row ? this.#expand(shared, i) : this.#expand(i, local);
      row ? shared++ : local++;
    }
    return true;
  }

  #expand(control: number, place: number): void {
    const shared = this.#shared.value(control);
    const thread = this.#locals.value(place);
    if (!fits(thread, shared)) return;
    const elsewhere = { ...others, held: shared.taken.filter((lock) => !thread.held.includes(lock)) };
    const heap = this.program.locks.map(() => ({ kind: 'lock' }) as const);
    const state: State = { shared: shared.values, heap, threads: [thread, elsewhere], running: -1, ...nobodyElse };
    const take = tokensAt([place]);
    for (const move of movesOfThread(this.program, state, 0)) {
      const { state: after, failure } = applyMove(this.program, state, move);
      if (failure?.kind === 'assertion') this.#failing.push({ control, marking: take });
      const [next, , ...children] = after.threads;
      const give = tokensAt([next!, ...children].map((each) => this.#localOf(each)));
      const to = this.#shared.numberOf({ values: after.shared, taken: takenIn(after) });
      this.#rules.push({ from: control, to, guard: take, take, give, sweeps: new Map() });
    }
  }

  /** What a thread may still do depends on neither its name nor the order of its locks; one that stopped does nothing. */
  #localOf({ process, frames, status, held }: Thread): number {
    const kept = status.kind === 'ready' ? frames.map((frame) => forget(frame, this.forgotten)) : [];
    return this.#locals.numberOf({ ...others, process, frames: kept, status, held: held.toSorted((a, b) => a - b) });
  }

  /** One thread at a label, or two at two, with every shared state in which they can be. */
  #atLabels(labels: readonly string[]): Result<readonly CoverState[], string> {
    if (labels.length > 2) return failure('more than two labels are to be covered');
    const at = labels.map((label) => this.#localsAt(label));
    if (labels.some((label) => !hasLabel(this.program, label))) return failure('the program has no such label');
    const [first = [], second] = at;
    const targets: CoverState[] = [];
    for (let control = 0; control < this.#shared.size; control++) {
      const canBe = (place: number) => fits(this.#locals.value(place), this.#shared.value(control));
      for (const one of first.filter(canBe))
        for (const other of second?.filter(canBe) ?? [undefined])
          targets.push({ control, marking: tokensAt(other === undefined ? [one] : [one, other]) });
    }
    return success(targets);
  }

  #localsAt(label: string): number[] {
    const isAt = (thread: Thread) =>
      thread.status.kind === 'ready' &&
      nextEdges(this.program, thread).some(({ action }) => action.kind === 'label' && action.name === label);
    return Array.from({ length: this.#locals.size }, (_, place) => place).filter((place) =>
      isAt(this.#locals.value(place)),
    );
  }
}

/** Equal texts have equal numbers. */
class Numbered<T> {
  readonly #numbers = new Map<string, number>();
  readonly #values: T[] = [];

  constructor(readonly textOf: (value: T) => string) {}

  get size(): number {
    return this.#values.length;
  }

  value(number: number): T {
    return this.#values[number]!;
  }

  find(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  numberOf(value: T): number {
    const text = this.textOf(value);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#values.length);
    return this.#values.push(value) - 1;
  }
}

function obstacleIn(program: Program): string | undefined {
  if (program.scheduling !== 'preemptive') return 'its scheduling is cooperative';
  const actions = program.functions.flatMap(({ edges }) => edges.map(({ action }) => action));
  const strange = actions.find(
    (action) =>
      !allowed.has(action.kind) ||
      ('shared' in action && action.shared) ||
      (action.kind === 'spawn' && (action.handle !== undefined || action.eager)) ||
      ('location' in action && action.location.kind !== 'variable'),
  );
  return strange && `its threads are not only counted: it has ${strange.kind}`;
}

function hasLabel({ functions }: Program, name: string): boolean {
  return functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'label' && action.name === name));
}

/** A thread is only where the locks that it holds are taken. */
function fits({ held }: Thread, { taken }: SharedState): boolean {
  return held.every((lock) => taken.includes(lock));
}

function takenIn({ threads }: State): number[] {
  return [...new Set(threads.flatMap(({ held }) => held))].sort((a, b) => a - b);
}

function sharedText({ values, taken }: SharedState): string {
  return JSON.stringify([values, taken]);
}

function threadText({ process, frames, status, held }: Thread): string {
  const stack = frames.map((frame) => [frame.function, frame.node, frame.result ?? -1, ...frame.locals]);
  return JSON.stringify([process, stack, status.kind, held]);
}
