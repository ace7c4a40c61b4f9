// The race monitor (race-monitor.ts) with numbers for slots, locksets and whole maps of them, for searches that ask it millions
// of times. What it remembers is the number of a row of words: slot, lockset, slot, lockset, …, by increasing slot. Tests
// compare the two.

import { PairTable } from '../../../base/integers/pair-table.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import { internStrings } from '../../../base/interner.js';
import type { StepEvent } from '../../../model/program/event.js';
import type { RunStep } from '../../../verdict/program-run.js';
import { Locksets } from '../lockset/locksets.js';
import { StateTable } from '../machine/state-table.js';
import type { Monitor } from '../monitor.js';
import { growth, raceMonitor, threadName } from '../race-monitor.js';
import { raceViolation } from '../violation.js';

/** The second number of the slot of a cell's last write; that of a reader's slot is its element, above it. */
const writer = -1;

export class NumberedRaceMonitor implements Monitor<number> {
  readonly #elements = internStrings();
  readonly #cells = internStrings();
  readonly #slots = new PairTable();
  readonly #sets = new Locksets();
  readonly #maps = new StateTable();
  #words = new Int32Array(64);
  #length = 0;

  readonly label = raceMonitor.label!;
  readonly key = String;

  initial(): number {
    return this.#maps.intern(this.#words, 0);
  }

  next(watched: number, { event, move }: RunStep): ReturnType<Monitor<number>['next']> {
    this.#words = grownTo(this.#words, this.#maps.length(watched) + 1);
    this.#length = this.#maps.copy(watched, this.#words);
    const violations =
      event.kind === 'access' && !event.cell.volatile
        ? this.#access(event, move.thread)
        : this.#grow(event, move.thread);
    return { watched: this.#maps.intern(this.#words, this.#length), violations };
  }

  #grow(event: StepEvent, thread: number): [] {
    for (const { having, add } of growth(event, threadName(thread)))
      this.#growSets(
        having.map((element) => this.#elements.intern(element)),
        this.#elements.intern(add),
      );
    return [];
  }

  /** Sets that contain one of `having` gain `add`. */
  #growSets(having: readonly number[], add: number): void {
    for (let at = 1; at < this.#length; at += 2) {
      const set = this.#words[at]!;
      if (having.some((element) => this.#sets.has(set, element))) this.#words[at] = this.#sets.with(set, add);
    }
  }

  #access({ cell: { key, name }, mode }: Extract<StepEvent, { kind: 'access' }>, thread: number) {
    const cell = this.#cells.intern(key);
    const self = this.#elements.intern(threadName(thread));
    const races = mode === 'read' ? this.#lacksWriter(cell, self) : this.#dropSlots(cell, self);
    this.#put(this.#slots.intern(cell, mode === 'read' ? self : writer), this.#sets.of([self]));
    return races ? [raceViolation(name)] : [];
  }

  /** Whether the last write of the cell is not ordered before the thread. */
  #lacksWriter(cell: number, thread: number): boolean {
    const slot = this.#slots.find(cell, writer);
    for (let at = 0; slot >= 0 && at < this.#length; at += 2)
      if (this.#words[at] === slot) return !this.#sets.has(this.#words[at + 1]!, thread);
    return false;
  }

  /** Takes out the slots of a cell; whether one of them was not ordered before the thread. */
  #dropSlots(cell: number, thread: number): boolean {
    let races = false;
    let to = 0;
    for (let at = 0; at < this.#length; at += 2) {
      const slot = this.#words[at]!;
      const set = this.#words[at + 1]!;
      if (this.#slots.first(slot) === cell) races ||= !this.#sets.has(set, thread);
      else {
        this.#words[to++] = slot;
        this.#words[to++] = set;
      }
    }
    this.#length = to;
    return races;
  }

  #put(slot: number, set: number): void {
    let place = this.#length;
    while (place > 0 && this.#words[place - 2]! >= slot) place -= 2;
    if (place === this.#length || this.#words[place] !== slot) {
      this.#words.copyWithin(place + 2, place, this.#length);
      this.#words[place] = slot;
      this.#length += 2;
    }
    this.#words[place + 1] = set;
  }
}
