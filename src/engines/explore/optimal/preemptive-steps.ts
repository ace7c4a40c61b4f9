// Preemptive threads on the machine, as the search wants to see them. An event is one step and the local steps after it
// that leave its thread no choice: nobody else can see those. What goes wrong on the way is noted.

import { PairTable } from '../../../base/integers/pair-table.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import type { Program } from '../../../model/program/program.js';
import { branchesLocally } from '../local-branches.js';
import { SearchPath } from '../lockset/search-path.js';
import { Sightings } from '../lockset/sightings.js';
import { CanonicalState } from '../machine/canonical-state.js';
import type { CompiledStep } from '../machine/compiled-program.js';
import { deadlockKey } from '../machine/deadlock.js';
import { threadStatus, threadWord } from '../machine/layout.js';
import { awaitedLock, collectMoves, isEnabled, onlyLocalStep } from '../machine/moves.js';
import { StateTable } from '../machine/state-table.js';
import { noValue, StepMachine } from '../machine/step-machine.js';
import { type Event, makeEvent } from './event.js';
import { EventTable } from './event-table.js';
import type { Interleavings, Mark } from './interleavings.js';
import { PreemptiveFootprints } from './preemptive-footprint.js';
import { RaceClocks } from './race-clocks.js';
import { StableNames } from './stable-names.js';

/** The machine numbers its changes in 32 bits. */
const mostChanges = 2 ** 31 - 2 ** 28;
/** A loop of local steps must come to an end of its event now and then. */
const mostLocalSteps = 256;

export interface PreemptiveOptions {
  /** Whether to look for races. */
  readonly races: boolean;
  readonly maxDepth: number;
}

/** Words of a point to return to; a mark is its number. */
const pointWord = { machine: 0, clocks: 1, lists: 2, names: 3, path: 4, states: 5, shapes: 6, size: 7 } as const;

const none: readonly Event[] = [];

export class PreemptiveSteps implements Interleavings {
  readonly commutes: boolean;
  readonly sightings = new Sightings();
  readonly #machine: StepMachine;
  readonly #names: StableNames;
  readonly #footprints: PreemptiveFootprints;
  readonly #clocks: RaceClocks;
  readonly #path = new SearchPath();
  readonly #state: CanonicalState;
  readonly #states = new StateTable();
  readonly #table = new EventTable();
  /** By the machine's number of a thread: its only event when it was looked at, and the version that was seen. */
  readonly #events: (readonly Event[])[] = [];
  readonly #versions: number[] = [];
  /** What `undoTo` needs to know, a record for each mark. */
  #points = new Int32Array(1024);
  #pointCount = 0;
  readonly #steps: CompiledStep[] = [];
  readonly #values: number[] = [];
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
    this.#clocks = new RaceClocks(this.#machine);
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
    const tables = this.#states.bytes + this.#state.bytes + this.#table.bytes + this.#shapes.bytes;
    return this.#machine.memory.bytes + this.#clocks.bytes + tables;
  }

  /** While the thread does not change, its next event stays the same (V1); others can only keep it from happening. */
  eventsOf(thread: number): readonly Event[] {
    const id = this.#idOf(thread);
    if (id === undefined) return none;
    const machine = this.#machine;
    const version = machine.memory.words[machine.thread(id) + threadWord.version]!;
    if (version === this.#versions[id]) return isEnabled(machine, id) ? this.#events[id]! : none;
    const steps = this.#steps;
    collectMoves(machine, id, steps, this.#values);
    if (steps.length === 0) return none;
    if (steps.length > 1 || this.#values[0] !== noValue || this.#footprints.canTouchSeveral(steps[0]!))
      return steps.map((step, i) => this.#event(id, step, this.#values[i]!));
    if (this.commutes) this.#versions[id] = version; // else what is possible may depend on others
    this.#events[id] = this.#onlyEvent(thread, id, steps[0]!);
    return this.#events[id];
  }

  #onlyEvent(thread: number, id: number, step: CompiledStep): readonly Event[] {
    const footprints = this.#footprints;
    return this.#table.alone(thread, step.id, noValue, footprints.own(id), footprints.other(id, step));
  }

  #event(id: number, step: CompiledStep, value: number): Event {
    const footprint = this.#footprints.of(id, step, value);
    return makeEvent(this.#names.thread(id), step.id, this.#stableValue(step, value), footprint);
  }

  /** `notify` chooses a thread, by the machine's number. */
  #stableValue({ kind }: CompiledStep, value: number): number {
    return kind === 'notify' && value !== noValue ? this.#names.thread(value) : value;
  }

  #machineValue({ kind }: CompiledStep, value: number): number {
    return kind === 'notify' && value !== noValue ? this.#names.numberOf(value)! : value;
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
    if (this.options.races && this.#clocks.note(id)) this.sightings.note('race', this.#machine.event.name, this.#path);
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
    const { kind } = step;
    if (kind === 'allocate' || kind === 'allocate-array') this.#names.addObject(thread, machine.memory.words[0]!);
    machine.perform(id, step, value);
    if (machine.event.kind === 'fork') this.#names.addChild(thread, machine.event.children[0]!);
    this.#path.push(id, step, value, resumes);
    if (step.goesBack) this.#isLooping = true;
    const { failure } = machine;
    if (failure) this.sightings.note('failure', `${step.id} ${failure.kind} ${failure.reason}`, this.#path);
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
    points[at + pointWord.clocks] = this.#clocks.wordMark;
    points[at + pointWord.lists] = this.#clocks.listMark;
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
    this.#clocks.undoTo(points[at + pointWord.clocks]!, points[at + pointWord.lists]!);
    this.#names.undoTo(points[at + pointWord.names]!);
    this.#path.truncateTo(points[at + pointWord.path]!);
    this.#states.truncateTo(points[at + pointWord.states]!);
    while (this.#shapeCount > points[at + pointWord.shapes]!)
      this.#isShapeOnPath[this.#shapesOnPath[--this.#shapeCount]!] = 0;
    this.#pointCount = mark + 1;
  }
}
