// What a turn touches: the places its steps look at, by their actions, and those they change, by comparing states. Threads
// that a step moves, wakes or settles are found by identity, since steps copy only what they change (state.ts).
// In an event loop nobody is kept from starting by a lock: whoever finds it taken is put into a queue, which is a change.

import { evaluate } from '../../../model/program/evaluate.js';
import type { Action, Expression, Location, Program } from '../../../model/program/program.js';
import { ownerOf, type State, type Thread, topFrame } from '../../../model/program/state.js';
import type { RunStep } from '../../../verdict/program-run.js';
import { access, type Footprint, type Place, type Way, way } from './independence.js';
import type { TurnNames, TurnPlaces } from './turn-names.js';

/** Where a turn touches a place in several ways, the one that stands further right counts. */
const strength: readonly Way[] = [way.look, way.change, way.give, way.take, way.lead];

export class TurnFootprint {
  readonly #ways = new Map<Place, Way>();

  constructor(
    readonly program: Program,
    readonly places: TurnPlaces,
    /** The name of the thread whose turn it is. */
    readonly thread: number,
  ) {
    this.#touch(places.progress(thread), way.lead);
  }

  get accesses(): Footprint {
    return [...this.#ways].map(([place, how]) => access(place, how));
  }

  #touch(place: Place, how: Way): void {
    const known = this.#ways.get(place);
    if (known === undefined || strength.indexOf(how) > strength.indexOf(known)) this.#ways.set(place, how);
  }

  /** Names are those after the step, which are also those before it. */
  add(step: RunStep, names: TurnNames): void {
    this.#addLooks(step, names);
    const { before, after } = step;
    after.threads.forEach((thread, position) => {
      const old = before.threads[position];
      if (thread === old) return;
      const name = names.threads[position]!;
      if (old === undefined || hasMoved(old, thread)) this.#touch(this.places.progress(name), way.change);
      if (old === undefined || isOtherPromise(old, thread)) this.#touch(this.places.promise(name), way.change);
    });
  }

  #addLooks({ before, move, event, failure }: RunStep, names: TurnNames): void {
    const { action } = move.edge;
    const locals = topFrame(before.threads[move.thread]!)!.locals;
    switch (action.kind) {
      case 'read':
      case 'write':
      case 'update':
        if (event.kind === 'access')
          this.#touch(this.#cell(action.location, locals, names), event.mode === 'read' ? way.look : way.change);
        return;
      case 'acquire':
      case 'release':
      case 'wait':
        if (!failure) this.#addLock(before, move.thread, action, addressOf(action.lock, locals), names);
        return;
      case 'join':
      case 'join-any':
      case 'inspect':
      case 'settle':
        return this.#addPromises(before, move.thread, action, locals, names);
      default:
        return; // notify and spawn change threads; all others known to `searchProgram` are local
    }
  }

  #cell(location: Location, locals: readonly number[], names: TurnNames): Place {
    switch (location.kind) {
      case 'variable':
        return this.places.variable(location.variable);
      case 'field':
        return this.places.cell(names, addressOf(location.object, locals), location.field);
      case 'element':
        return this.places.cell(names, addressOf(location.array, locals), addressOf(location.index, locals));
    }
  }

  #addLock(
    before: State,
    mover: number,
    { kind }: Extract<Action, { kind: 'acquire' | 'release' | 'wait' }>,
    lock: number,
    names: TurnNames,
  ): void {
    const place = this.places.lock(names, lock);
    if (this.program.scheduling === 'event-loop') return this.#touch(place, way.change);
    const { status, held } = before.threads[mover]!;
    const levels = held.filter((other) => other === lock).length;
    if (status.kind === 'notified' || (kind === 'acquire' && levels === 0)) this.#touch(place, way.take);
    else if (kind === 'wait' || (kind === 'release' && levels === 1)) this.#touch(place, way.give);
  }

  #addPromises(
    before: State,
    mover: number,
    action: Extract<Action, { kind: 'join' | 'join-any' | 'inspect' | 'settle' }>,
    locals: readonly number[],
    names: TurnNames,
  ): void {
    for (const position of promisesOf(before.threads[mover]!, action, locals)) {
      const name = names.threads[position];
      if (name !== undefined) this.#touch(this.places.promise(name), way.look);
    }
  }
}

/** The lock that a thread waits to take; 0 if it does not. */
export function awaitedLock(program: Program, state: State, action: Action | undefined, position: number): number {
  const { status } = state.threads[position]!;
  if (program.scheduling === 'event-loop') return 0;
  if (status.kind === 'notified') return ownerOf(state, status.lock) === -1 ? 0 : status.lock;
  if (status.kind !== 'ready' || action?.kind !== 'acquire') return 0;
  const lock = addressOf(action.lock, topFrame(state.threads[position]!)!.locals);
  const owner = lock === 0 ? -1 : ownerOf(state, lock);
  return owner === -1 || owner === position ? 0 : lock;
}

function promisesOf(
  thread: Thread,
  action: Extract<Action, { kind: 'join' | 'join-any' | 'inspect' | 'settle' }>,
  locals: readonly number[],
): number[] {
  switch (action.kind) {
    case 'join':
      return action.thread ? [addressOf(action.thread, locals) - 1] : [...thread.children];
    case 'join-any':
      return action.threads.map((one) => addressOf(one, locals) - 1);
    case 'inspect':
      return [addressOf(action.thread, locals) - 1];
    case 'settle':
      return [addressOf(action.promise, locals) - 1];
  }
}

/** 0 for null and for what has no value. */
function addressOf(expression: Expression, locals: readonly number[]): number {
  const value = evaluate(expression, locals);
  return typeof value === 'string' ? 0 : value;
}

function isOtherPromise(old: Thread, thread: Thread): boolean {
  return old.settled !== thread.settled || old.waiters.join() !== thread.waiters.join();
}

function hasMoved(old: Thread, thread: Thread): boolean {
  const { waiters: _, settled: __, ...rest } = thread;
  return Object.entries(rest).some(([key, value]) => old[key as keyof Thread] !== value);
}
