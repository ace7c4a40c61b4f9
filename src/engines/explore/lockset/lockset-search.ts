// Depth-first search that takes one thread's steps as long as nothing conflicts with them (paper 001, section 5, as
// corrected in docs/theory/explore.md; the numbers below are its steps). Each step is optimistically taken to be independent
// of the others; when a later step conflicts with it by the locksets, the node it was taken from tries another thread.
// `remember` makes the search stateful; without it only states on the current path are known.

import type { Stop } from '../../../base/budget.js';
import type { Program } from '../../../model/program/program.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import { CanonicalState } from '../machine/canonical-state.js';
import { deadlockKey } from '../machine/deadlock.js';
import { threadStatus } from '../machine/layout.js';
import { awaitedLock, isEnabled, type MachineMove, movesOfThread, onlyLocalStep } from '../machine/moves.js';
import { noValue, StepMachine } from '../machine/step-machine.js';
import type { SearchLimits } from '../search-result.js';
import { Contention } from './contention.js';
import type { RaceSet } from './race-set.js';
import { anyThread, SearchNode } from './search-node.js';
import { SearchPath, type Sighting, Sightings } from './search-path.js';
import type { Reductions, SearchRules } from './search-rules.js';
import { lockCell, type Slot, Slots, writerRole } from './slots.js';
import { VisitedStates } from './visited-states.js';

export interface LocksetSearchOptions {
  readonly limits: SearchLimits;
  readonly remember: boolean;
  readonly reductions: Reductions;
  readonly rules: SearchRules;
  /** Accounts for the memory of the tables. */
  reserve(bytes: number): void;
}

export interface LocksetSearchResult {
  readonly sightings: readonly Sighting[];
  readonly states: number;
  readonly transitions: number;
  readonly executions: number;
  readonly cut: string | undefined;
}

const tick = 4096;
/** A loop of local steps must pass a node now and then, or a thread could spin for ever inside one transition. */
const mostLocalSteps = 256;
/** First executions that only serve to learn where threads meet. */
const mostScouts = 16;
const everyone = () => true;
const ownsNothing = () => false;

export function* locksetSearch(
  program: Program,
  options: LocksetSearchOptions,
): Generator<EngineEvent, LocksetSearchResult, Stop | undefined> {
  return yield* new LocksetSearch(program, options).run();
}

class LocksetSearch {
  readonly #machine: StepMachine;
  readonly #slots = new Slots();
  #visited: VisitedStates;
  readonly #contention: Contention;
  readonly #stack: SearchNode[] = [];
  /** How many nodes of the stack have each state. */
  readonly #onStack: number[] = [];
  readonly #path = new SearchPath();
  readonly #sightings = new Sightings();
  #states = 0;
  #transitions = 0;
  #executions = 0;
  #reserved = 0;
  #cut: string | undefined;
  /** First executions that were thrown away, and what they have taught. */
  #scouts = 0;
  #known = 0;

  constructor(
    program: Program,
    readonly options: LocksetSearchOptions,
  ) {
    this.#machine = new StepMachine(program);
    this.#contention = new Contention(this.#machine, this.#slots);
    this.#visited = this.#noStates();
  }

  #noStates(): VisitedStates {
    return new VisitedStates(new CanonicalState(this.#machine, this.options.reductions), this.#slots);
  }

  *run(): Generator<EngineEvent, LocksetSearchResult, Stop | undefined> {
    this.#pushRoot();
    let untilTick = tick;
    for (let node = this.#top; node; node = this.#top) {
      if (this.#executions > 0 && this.#scouts < mostScouts) node = this.#startAgain(node);
      const move = this.#nextMove(node);
      if (move) this.#explore(node, move);
      else this.#pop(node);
      if (--untilTick > 0) continue;
      untilTick = tick;
      this.#account();
      const stop = yield { kind: 'progress', done: this.#states, text: 'states' };
      if (stop) return this.#result(stop.message);
    }
    return this.#result(this.#cut);
  }

  /** After the first execution: if it met contention, it was a scout, and the search begins anew knowing better. */
  #startAgain(node: SearchNode): SearchNode {
    const learnt = this.#contention.size > this.#known;
    this.#known = this.#contention.size;
    this.#scouts = learnt ? this.#scouts + 1 : mostScouts;
    if (!learnt) return node;
    this.#returnTo(this.#stack[0]!);
    this.#visited = this.#noStates();
    this.#stack.length = 0;
    this.#onStack.length = 0;
    this.#states = 0;
    this.#transitions = 0;
    this.#executions = 0;
    return this.#pushRoot();
  }

  get #top(): SearchNode | undefined {
    return this.#stack[this.#stack.length - 1];
  }

  #result(cut: string | undefined): LocksetSearchResult {
    this.options.reserve(-this.#reserved);
    return {
      sightings: this.#sightings.all(),
      states: this.#states,
      transitions: this.#transitions,
      executions: this.#executions,
      cut,
    };
  }

  #account(): void {
    const bytes = this.#visited.bytes + this.#machine.memory.bytes + this.#slots.memory.bytes;
    this.options.reserve(bytes - this.#reserved);
    this.#reserved = bytes;
  }

  /** The next move to take from a node: of the thread being tried, else of the next thread to try; none when it is done. */
  #nextMove(node: SearchNode): MachineMove | undefined {
    if (node.next === node.moves.length) {
      this.#returnTo(node);
      const thread = this.#nextThread(node);
      if (thread === undefined) return undefined;
      node.try(thread, movesOfThread(this.#machine, thread));
    }
    return node.moves[node.next++];
  }

  /** Step 3: the thread that suffices, or, when that is in doubt, one that has not been tried. */
  #nextThread(node: SearchNode): number | undefined {
    if (node.pathLength >= this.options.limits.maxDepth) return this.#cutAtDepth();
    if (node.tid !== anyThread) return node.done.includes(node.tid) ? undefined : node.tid;
    const isUntried = (id: number) => !node.done.includes(id);
    if (node.done.length === 0) return this.#contention.choose(node.trying, isUntried);
    if (!node.wanted.some(isUntried)) return undefined;
    return this.#contention.chooseUncontended(isUntried) ?? this.#nextWanted(node);
  }

  /** A rival that can move here; if some rival cannot, any thread might be what leads to its turn. */
  #nextWanted(node: SearchNode): number | undefined {
    const isUntried = (id: number) => !node.done.includes(id);
    const untried = node.wanted.filter(isUntried);
    const canMove = (id: number) => id !== anyThread && id < this.#machine.threadCount && isEnabled(this.#machine, id);
    return untried.find(canMove) ?? this.#contention.choose(node.trying, isUntried);
  }

  #cutAtDepth(): undefined {
    if (this.#isAnyEnabled()) this.#cut ??= `depth limit of ${this.options.limits.maxDepth} steps reached`;
  }

  #isAnyEnabled(): boolean {
    for (let id = 0; id < this.#machine.threadCount; id++) if (isEnabled(this.#machine, id)) return true;
    return false;
  }

  #returnTo(node: SearchNode): void {
    this.#machine.memory.undoTo(node.machineMark);
    this.#slots.memory.undoTo(node.slotsMark);
    this.#path.truncateTo(node.pathLength);
  }

  #pushRoot(): SearchNode {
    const { mark } = this.#visited;
    const root = new SearchNode(0, this.#visited.enter(), mark);
    this.#push(root);
    return root;
  }

  /** Steps 4 to 8: one move of the thread being tried. */
  #explore(node: SearchNode, move: MachineMove): void {
    this.#returnTo(node);
    this.#transitions++;
    const isOwned = this.#take(node, move);
    this.#mergeLocalSteps(node.trying);
    const { mark } = this.#visited;
    const next = new SearchNode(node.depth + 1, this.#visited.enter(), mark);
    if (this.options.rules.futureRaces && this.options.remember) this.#visited.futureRaces(next.state, next.races);
    this.#doubtAll(next.races);
    node.races.addFrom(next.races, isOwned);
    if (this.#visited.isCovered(next.state)) return this.#meetAgain(node, next.state);
    if (this.#states >= this.options.limits.maxStates) {
      this.#cut ??= `state limit of ${this.options.limits.maxStates} reached`;
      return;
    }
    next.tid = this.#contention.choose(node.trying, everyone) ?? anyThread;
    next.isOwned = isOwned;
    this.#push(next);
  }

  /** Steps 4 and 5: the step itself, its conflicts, and what it owns afterwards. */
  #take(node: SearchNode, { step, value }: MachineMove): (slot: Slot) => boolean {
    const machine = this.#machine;
    const thread = node.trying;
    this.#perform(thread, step, value);
    const { event } = machine;
    const isAccess = event.kind === 'read' || event.kind === 'write';
    for (const slot of this.#slots.conflicts(event, thread, machine.threadCount)) {
      this.#conflict(node, slot, thread);
      if (isAccess && !event.volatile) this.#sightings.note('race', event.name, this.#path);
    }
    this.#slots.update(event, thread, machine.threadCount, node.depth);
    return this.#ownedBy(thread);
  }

  #perform(thread: number, step: MachineMove['step'], value: number): void {
    const machine = this.#machine;
    const resumes = machine.statusOf(machine.thread(thread)) === threadStatus.notified;
    machine.perform(thread, step, value);
    this.#path.push(thread, step, value, resumes);
    const { failure } = machine;
    if (failure) this.#sightings.note('failure', `${step.id} ${failure.kind} ${failure.reason}`, this.#path);
  }

  #ownedBy(thread: number): (slot: Slot) => boolean {
    const slots = this.#slots;
    const { kind, object, cell } = this.#machine.event;
    if (kind === 'acquire') {
      const owned = slots.lockSlot(object);
      return (slot) => slot === owned;
    }
    if (kind === 'read') {
      const owned = slots.slot(object, cell, thread + 1);
      return (slot) => slot === owned;
    }
    return kind === 'write' ? (slot) => slots.objectOf(slot) === object && slots.cellOf(slot) === cell : ownsNothing;
  }

  #mergeLocalSteps(thread: number): void {
    if (!this.options.reductions.localSteps) return;
    for (let i = 0; i < mostLocalSteps && this.#path.length < this.options.limits.maxDepth; i++) {
      const step = onlyLocalStep(this.#machine, thread);
      if (!step) return;
      this.#perform(thread, step, noValue);
    }
  }

  #conflict(node: SearchNode, slot: Slot, rival: number): void {
    this.#doubt(slot, rival);
    this.#contention.note(slot);
    node.races.add(slot, rival);
  }

  /** The step that accessed this slot last may not have been the only one to try where it was taken. */
  #doubt(slot: Slot, rival: number): void {
    const depth = this.#slots.la(slot);
    if (depth >= 0) this.#stack[depth]!.doubt(rival);
  }

  #doubtAll(races: RaceSet): void {
    for (const { slot, rival } of races.races) this.#doubt(slot, rival);
    if (!races.all) return;
    for (let i = 0; i < this.#slots.listedCount; i++) this.#doubt(this.#slots.listed(i), anyThread);
  }

  /** Step 7: nothing new here; but a way back into the path says nothing about what comes after the path. */
  #meetAgain(node: SearchNode, state: number): void {
    this.#executions++;
    if (!this.options.rules.successorOnStack || !this.#onStack[state]) return;
    node.doubt(anyThread);
    node.succOnStack = true;
  }

  /** Step 8. */
  #push(node: SearchNode): void {
    if (this.options.remember) this.#visited.dropLarger(node.state);
    this.#visited.store(node.state);
    this.#states++;
    this.#onStack[node.state] = (this.#onStack[node.state] ?? 0) + 1;
    node.machineMark = this.#machine.memory.mark;
    node.slotsMark = this.#slots.memory.mark;
    node.pathLength = this.#path.length;
    this.#stack.push(node);
    if (this.options.rules.blockedCheck) this.#checkBlocked(node);
    if (node.tid === anyThread && !this.#isAnyEnabled()) this.#noteDeadlock();
  }

  /** Step 9: a thread that waits for a held lock might have had it first. */
  #checkBlocked(node: SearchNode): void {
    for (let id = 0; id < this.#machine.threadCount; id++) {
      const lock = awaitedLock(this.#machine, id);
      if (lock === 0) continue;
      const slot = this.#slots.slot(lock, lockCell, writerRole);
      if (!this.#slots.lacks(slot, id)) continue;
      this.#conflict(node, slot, id);
    }
  }

  #noteDeadlock(): void {
    this.#executions++;
    const key = deadlockKey(this.#machine);
    if (key !== undefined) this.#sightings.note('deadlock', key, this.#path);
  }

  /** Step 10. The machine has returned to the node's state. */
  #pop(node: SearchNode): void {
    if (node.tid === anyThread && node.succOnStack) {
      node.races.addAll();
      this.#doubtAll(node.races);
    }
    this.#stack.pop();
    this.#onStack[node.state]!--;
    if (this.options.remember) this.#visited.addRaces(node.state, node.races);
    else this.#visited.forgetFrom(node.visitMark, node.state);
    this.#top?.races.addFrom(node.races, node.isOwned);
  }
}
