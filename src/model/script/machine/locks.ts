// Exclusive locks: of libraries, and of the outside world by the shape of their interface. First come, first served.

import type { Frame } from './frame.js';
import { type Machine, spotOf } from './machine.js';
import { newPromise, resolve, settle, subscribe, toPromise } from './promises.js';
import { type CallSite, plain, type Thing, undefinedValue, type Value } from './value.js';

export class Lock {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  /** Units that asked for it, by their ids. */
  readonly askers = new Set<number>();

  constructor(
    readonly id: number | string,
    readonly places: number,
  ) {
    this.#free = places;
  }

  get isLocked(): boolean {
    return this.#free <= 0;
  }

  /** The same, asked by the script. */
  isLockedFor(machine: Machine): boolean {
    machine.turns.touch(`lock ${this.id}`, false);
    return this.isLocked;
  }

  enter(machine: Machine, go: () => void): void {
    machine.turns.touch(`lock ${this.id}`, true);
    if (this.#free > 0) {
      this.#free--;
      go();
    } else this.#waiting.push(go);
  }

  leave(machine: Machine): void {
    machine.turns.touch(`lock ${this.id}`, true);
    const next = this.#waiting.shift();
    if (next) next();
    else if (this.#free < this.places) this.#free++;
  }
}

function lockOf({ outsideLocks: locks }: Machine, owner: string, key: string): Lock {
  const name = `${owner} ${key}`;
  const lock = locks.get(name) ?? new Lock(name, 1);
  locks.set(name, lock);
  return lock;
}

/** A promise for a function that releases; it also has the methods that libraries give. */
export function acquireOutside(machine: Machine, frame: Frame, owner: string, key: string, site: CallSite): Value {
  return plain(acquire(machine, frame, lockOf(machine, owner, key), site));
}

export function releaseOutside(machine: Machine, owner: string, key: string): Value {
  lockOf(machine, owner, key).leave(machine);
  return undefinedValue;
}

export function exclusively(
  machine: Machine,
  frame: Frame,
  owner: string,
  key: string,
  run: () => Value,
  site: CallSite,
): Value {
  return plain(runIn(machine, frame, lockOf(machine, owner, key), run, site));
}

export function acquire(machine: Machine, frame: Frame, lock: Lock, _site: CallSite): Thing {
  const promise = newPromise(machine);
  lock.enter(machine, () => resolve(machine, promise, plain(releaser(machine, lock))));
  if (promise.promise?.status === 'pending' && holds(frame, lock))
    machine.emit({ kind: 'deadlock', unit: frame.unit, spot: spotOf(frame, _site.span), what: _site.text });
  lock.askers.add(frame.unit.id);
  return promise;
}

function holds({ unit }: Frame, { places, askers }: Lock): boolean {
  return places === 1 && askers.has(unit.id);
}

function releaser(machine: Machine, lock: Lock): Thing {
  const release = machine.newThing('function', 'release');
  let isDone = false;
  release.native = (_machine, frame) => {
    if (!isDone) lock.leave(machine);
    isDone = true;
    lock.askers.delete(frame.unit.id);
    return undefinedValue;
  };
  release.properties.set('release', plain(release));
  release.properties.set('unlock', plain(release));
  return release;
}

export function runIn(machine: Machine, frame: Frame, lock: Lock, run: () => Value, site: CallSite): Thing {
  const result = newPromise(machine);
  if (lock.isLocked && holds(frame, lock))
    machine.emit({ kind: 'deadlock', unit: frame.unit, spot: spotOf(frame, site.span), what: site.text });
  lock.askers.add(frame.unit.id);
  const begin = () => {
    const done = toPromise(machine, run());
    subscribe(machine, done, (state) => {
      lock.leave(machine);
      lock.askers.delete(frame.unit.id);
      settle(machine, result, state.status === 'rejected' ? 'rejected' : 'fulfilled', state.value, state.guard);
    });
  };
  lock.enter(machine, () => machine.microtasks.push(begin));
  return result;
}
