// Preemptive threads on the machine, as the search wants to see them. An event is one step and the local steps after it
// that leave its thread no choice: nobody else can see those. What goes wrong on the way is noted.

import { PairTable } from '../../../base/integers/pair-table.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import type { Program } from '../../../model/program/program.js';
import { branchesLocally } from '../local-branches.js';
import { MovingThreads } from '../lockset/moving-threads.js';
import { SearchPath } from '../lockset/search-path.js';
import { Sightings } from '../lockset/sightings.js';
import { Slots } from '../lockset/slots.js';
import { CanonicalState } from '../machine/canonical-state.js';
import type { CompiledStep } from '../machine/compiled-program.js';
import { deadlockKey } from '../machine/deadlock.js';
import { threadStatus } from '../machine/layout.js';
import { awaitedLock, collectMoves, onlyLocalStep } from '../machine/moves.js';
import { StateTable } from '../machine/state-table.js';
import { noValue, StepMachine } from '../machine/step-machine.js';
import { type Event, makeEvent } from './event.js';
import { EventTable } from './event-table.js';
import type { Interleavings, Mark } from './interleavings.js';
import { PreemptiveFootprints } from './preemptive-footprint.js';
import { StableNames } from './stable-names.js';

/** The machine numbers its changes in 32 bits. */
const mostChanges = 2 ** 31 - 2 ** 28;
/** A loop of local steps must come to an end of its event now and then. */
const mostLocalSteps = 256;
const fewListed = 32;

export interface PreemptiveOptions {
  /** Whether to look for races. */
  readonly races: boolean;
  readonly maxDepth: number;
}

/** Words of a point to return to; a mark is its number. */
const pointWord = { machine: 0, cells: 1, readers: 2, names: 3, path: 4, states: 5, shapes: 6, size: 7 } as const;

const none: readonly Event[] = [];

export class PreemptiveSteps implements Interleavings {
  readonly commutes: boolean;
  readonly sightings = new Sightings();
  readonly #machine: StepMachine;
  readonly #names: StableNames;
  readonly #footprints: PreemptiveFootprints;
  readonly #slots = new Slots();
  readonly #path = new SearchPath();
  readonly #state: CanonicalState;
  readonly #states = new StateTable();
  readonly #events = new EventTable();
  /** What `undoTo` needs to know, a record for each mark. */
  #points = new Int32Array(1024);
  #pointCount = 0;
  readonly #steps: CompiledStep[] = [];
  readonly #values: number[] = [];
  readonly #moving: MovingThreads;
  /** How many cells in use may be listed until settled ones are looked for. */
  #mostListed = fewListed;
  #isLooping = false;
  /** The thread that moved last. */
  #mover = 0;
  /** Pairs of a thread and how it looked after an event that looped; those on the current path. */
  readonly #shapes = new PairTable();
  #isShapeOnPath = new Uint8Array(64);
  readonly #shapesOnPath: number[] = [];
  #shapeCount = 0;

  constructor(
    program: Program,
    readonly options: PreemptiveOptions,
  ) {
    this.commutes = branchesLocally(program);
    this.#machine = new StepMachine(program);
    this.#names = new StableNames(this.#machine.threadCount, this.#machine.memory.words[0]!);
    this.#footprints = new PreemptiveFootprints(this.#machine, this.#names);
    this.#moving = new MovingThreads(this.#machine, this.#slots);
    this.#state = new CanonicalState(this.#machine, { threadSymmetry: false, liveLocals: true });
  }

  get threadCount(): number {
    return this.#names.threadCount;
  }

  get isLooping(): boolean {
    return this.#isLooping;
  }

  get length(): number {
    return this.#path.length;
  }

  get isExhausted(): boolean {
    return this.#machine.clock > mostChanges;
  }

  get bytes(): number {
    const tables = this.#states.bytes + this.#state.bytes + this.#events.bytes + this.#shapes.bytes;
    return this.#machine.memory.bytes + this.#slots.bytes + tables;
  }

  eventsOf(thread: number): readonly Event[] {
    const id = this.#idOf(thread);
    if (id === undefined) return none;
    const steps = this.#steps;
    collectMoves(this.#machine, id, steps, this.#values);
    if (steps.length === 0) return none;
    if (steps.length === 1 && this.#values[0] === noValue && !this.#footprints.canTouchSeveral(steps[0]!))
      return this.#onlyEvent(thread, id, steps[0]!);
    return steps.map((step, i) => this.#event(id, step, this.#values[i]!));
  }

  #onlyEvent(thread: number, id: number, step: CompiledStep): readonly Event[] {
    const footprints = this.#footprints;
    return this.#events.alone(thread, step.id, noValue, footprints.own(id), footprints.other(id, step));
  }

  #event(id: number, step: CompiledStep, value: number): Event {
    const footprint = this.#footprints.of(id, step, value);
    return makeEvent(this.#names.thread(id), step.id, this.#stableValue(step, value), footprint);
  }

  /** `notify` chooses a thread, by the machine's number. */
  #stableValue({ action }: CompiledStep, value: number): number {
    return action.kind === 'notify' && value !== noValue ? this.#names.thread(value) : value;
  }

  #machineValue({ action }: CompiledStep, value: number): number {
    return action.kind === 'notify' && value !== noValue ? this.#names.numberOf(value)! : value;
  }

  /** Undefined if the thread is not there on this path. */
  #idOf(thread: number): number | undefined {
    const id = this.#names.numberOf(thread);
    if (id === undefined || id >= this.#machine.threadCount || this.#names.thread(id) !== thread) return undefined;
    return id;
  }

  waiting(): Event[] {
    const events: Event[] = [];
    for (let id = 0; id < this.#machine.threadCount; id++) {
      if (awaitedLock(this.#machine, id) === 0) continue;
      events.push(this.#event(id, this.#machine.stepsAt(this.#machine.thread(id))[0]!, noValue));
    }
    return events;
  }

  take(event: Event): void {
    const id = this.#idOf(event.thread)!;
    const step = this.#machine.code.steps[event.step]!;
    this.#mover = id;
    this.#isLooping = false;
    this.#perform(id, step, this.#machineValue(step, event.value));
    if (this.options.races) this.#lookForRaces(id);
    for (let i = 0; i < mostLocalSteps && this.length < this.options.maxDepth; i++) {
      const local = onlyLocalStep(this.#machine, id);
      if (!local) return;
      this.#perform(id, local, noValue);
    }
  }

  #perform(id: number, step: CompiledStep, value: number): void {
    const machine = this.#machine;
    const thread = this.#names.thread(id);
    const resumes = machine.statusOf(machine.thread(id)) === threadStatus.notified;
    const { kind } = step.action;
    if (kind === 'allocate' || kind === 'allocate-array') this.#names.addObject(thread, machine.memory.words[0]!);
    machine.perform(id, step, value);
    if (machine.event.kind === 'fork') this.#names.addChild(thread, machine.event.children[0]!);
    this.#path.push(id, step, value, resumes);
    if (step.to <= step.edge.from) this.#isLooping = true;
    const { failure } = machine;
    if (failure) this.sightings.note('failure', `${step.id} ${failure.kind} ${failure.reason}`, this.#path);
  }

  #lookForRaces(id: number): void {
    const { event } = this.#machine;
    this.#slots.findConflicts(event, id);
    const isRace = event.isAccess && !event.volatile && this.#slots.conflictCount > 0;
    if (isRace) this.sightings.note('race', event.name, this.#path);
    this.#slots.update(event, id, 0);
    if (this.#slots.listedCount > this.#mostListed) this.#dropSettled();
  }

  /** What is settled costs time at every step that orders something. Half of the list should be worth the work. */
  #dropSettled(): void {
    this.#moving.dropSettled();
    this.#mostListed = Math.max(fewListed, 2 * this.#slots.listedCount);
  }

  /** A thread in a circle comes back to the shape it had: only then the whole state is compared. */
  hasReturned(): boolean {
    if (!this.#isLooping || !this.#hadShape()) return false;
    this.#state.encode();
    const known = this.#states.size;
    return this.#states.intern(this.#state.words, this.#state.length) < known;
  }

  /** Whether the thread that moved last looked the same from inside after an earlier event that looped. */
  #hadShape(): boolean {
    const pair = this.#shapes.intern(this.#mover, this.#state.shapeOf(this.#mover));
    this.#isShapeOnPath = grownTo(this.#isShapeOnPath, pair);
    if (this.#isShapeOnPath[pair] === 1) return true;
    this.#isShapeOnPath[pair] = 1;
    this.#shapesOnPath[this.#shapeCount++] = pair;
    return false;
  }

  noteEnd(): void {
    const key = deadlockKey(this.#machine);
    if (key !== undefined) this.sightings.note('deadlock', key, this.#path);
  }

  mark(): Mark {
    const at = this.#pointCount * pointWord.size;
    this.#points = grownTo(this.#points, at + pointWord.size);
    const points = this.#points;
    points[at + pointWord.machine] = this.#machine.memory.mark;
    points[at + pointWord.cells] = this.#slots.cellMark;
    points[at + pointWord.readers] = this.#slots.readerMark;
    points[at + pointWord.names] = this.#names.mark;
    points[at + pointWord.path] = this.#path.length;
    points[at + pointWord.states] = this.#states.size;
    points[at + pointWord.shapes] = this.#shapeCount;
    return this.#pointCount++;
  }

  undoTo(mark: Mark): void {
    const at = mark * pointWord.size;
    const points = this.#points;
    this.#machine.memory.undoTo(points[at + pointWord.machine]!);
    this.#slots.undoTo(points[at + pointWord.cells]!, points[at + pointWord.readers]!);
    this.#names.undoTo(points[at + pointWord.names]!);
    this.#path.truncateTo(points[at + pointWord.path]!);
    this.#states.truncateTo(points[at + pointWord.states]!);
    while (this.#shapeCount > points[at + pointWord.shapes]!)
      this.#isShapeOnPath[this.#shapesOnPath[--this.#shapeCount]!] = 0;
    this.#pointCount = mark + 1;
  }
}
