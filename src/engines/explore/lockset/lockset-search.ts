// Depth-first search that takes one thread's steps as long as nothing conflicts with them (paper 001, section 5, as
// corrected in docs/theory/explore.md; the numbers below are its steps). Each step is optimistically taken to be independent
// of the others; when a later step conflicts with it by the locksets, the node it was taken from tries another thread.
// `remember` makes the search stateful; without it only states on the current path are known.

import type { Stop } from '../../../base/budget.js';
import type { Program } from '../../../model/program/program.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import { CanonicalState } from '../machine/canonical-state.js';
import type { CompiledStep } from '../machine/compiled-program.js';
import { deadlockKey } from '../machine/deadlock.js';
import { threadStatus } from '../machine/layout.js';
import { awaitedLock, collectMoves, isAnyEnabled, isEnabled, onlyLocalStep } from '../machine/moves.js';
import { noValue, StepMachine } from '../machine/step-machine.js';
import type { SearchLimits } from '../search-result.js';
import { Contention } from './contention.js';
import { Doubts } from './doubts.js';
import { Races } from './race-set.js';
import { anyThread, noState, SearchNode } from './search-node.js';
import { SearchPath } from './search-path.js';
import type { Reductions, SearchRules } from './search-rules.js';
import { type Sighting, Sightings } from './sightings.js';
import { lockCell, readersOf, Slots, writerOf } from './slots.js';
import { VisitedStates } from './visited-states.js';

export interface LocksetSearchOptions {
  readonly limits: SearchLimits;
  readonly remember: boolean;
  /** Whether every race must be found; if not, those that happen to be met are noted. */
  readonly races: boolean;
  /** Keep only a hash of each state. */
  readonly hashCompaction: boolean;
  readonly reductions: Reductions;
  readonly rules: SearchRules;
  /** Accounts for the memory of the tables. */
  reserve(bytes: number): void;
}

export interface LocksetSearchResult {
  readonly sightings: readonly Sighting[];
  /** Distinct states when they are remembered, visits of states when not. */
  readonly states: number;
  readonly transitions: number;
  readonly executions: number;
  readonly cut: string | undefined;
}

/** Visits until the next yield, if states are small; large ones count for more. */
const tick = 4096;
const wordsPerVisit = 256;
/** A loop of local steps must pass a node now and then, or a thread could spin for ever inside one transition. */
const mostLocalSteps = 256;
/** First executions that only serve to learn where threads meet. */
const mostScouts = 16;
/** Every cycle of states must come to one that is compared with others. */
const longestTransaction = 32;
/** The machine numbers its changes in 32 bits. */
const mostChanges = 2 ** 31 - 2 ** 28;

export function* locksetSearch(
  program: Program,
  options: LocksetSearchOptions,
): Generator<EngineEvent, LocksetSearchResult, Stop | undefined> {
  return yield* new LocksetSearch(program, options).run();
}

class LocksetSearch {
  readonly #machine: StepMachine;
  readonly #slots = new Slots();
  readonly #raceIds = new Races();
  readonly #visited: VisitedStates;
  readonly #contention: Contention;
  readonly #doubts: Doubts;
  /** Nodes by depth; those from `#height` on are waiting to be used again. */
  readonly #nodes: SearchNode[] = [];
  #height = 0;
  readonly #path = new SearchPath();
  readonly #sightings = new Sightings();
  #visits = 0;
  #transitions = 0;
  #executions = 0;
  #reserved = 0;
  #cut: string | undefined;
  /** First executions that were thrown away; whether more may be; and what they have taught. */
  #restarts = 0;
  #scouting = true;
  #known = 0;

  constructor(
    program: Program,
    readonly options: LocksetSearchOptions,
  ) {
    this.#machine = new StepMachine(program);
    this.#contention = new Contention(this.#machine, this.#slots);
    this.#doubts = new Doubts(this.#nodes, this.#slots, this.#raceIds, this.#contention);
    const state = new CanonicalState(this.#machine, options.reductions);
    this.#visited = new VisitedStates(state, this.#slots, this.#raceIds, options);
  }

  *run(): Generator<EngineEvent, LocksetSearchResult, Stop | undefined> {
    this.#pushRoot();
    let untilTick = tick;
    while (this.#height > 0) {
      if (this.#scouting && this.#executions > this.#restarts) this.#considerRestart();
      const node = this.#top;
      if (this.#hasMove(node)) this.#explore(node);
      else this.#pop(node);
      untilTick -= 1 + this.#machine.memory.words[0]! / wordsPerVisit;
      if (untilTick > 0) continue;
      untilTick = tick;
      this.#account();
      const stop = yield { kind: 'progress', done: this.#visits, text: 'states' };
      if (stop) return this.#result(stop.message);
      if (this.#machine.clock > mostChanges) return this.#result('limit of 2^31 changes of the state reached');
    }
    return this.#result(this.#cut);
  }

  /** After the first execution: if it met contention, it was a scout, and the search begins anew knowing better. */
  #considerRestart(): void {
    this.#scouting = this.#contention.size > this.#known && this.#restarts < mostScouts;
    this.#known = this.#contention.size;
    if (!this.#scouting) return;
    this.#restarts++;
    this.#returnTo(this.#nodes[0]!);
    for (; this.#height > 0; this.#height--) if (this.#top.state !== noState) this.#visited.pop();
    this.#visited.clear();
    if (!this.options.remember) this.#visited.forgetFrom(0);
    this.#pushRoot();
  }

  get #top(): SearchNode {
    return this.#nodes[this.#height - 1]!;
  }

  /** The node above the top, cleared. */
  #nextNode(): SearchNode {
    this.#nodes[this.#height] ??= new SearchNode(this.#height);
    return this.#nodes[this.#height]!.reset();
  }

  #result(cut: string | undefined): LocksetSearchResult {
    this.options.reserve(-this.#reserved);
    return {
      sightings: this.#sightings.all(),
      states: this.options.remember ? this.#visited.stateCount : this.#visits,
      transitions: this.#transitions,
      executions: this.#executions,
      cut,
    };
  }

  #account(): void {
    const bytes = this.#visited.bytes + this.#machine.memory.bytes + this.#slots.bytes;
    this.options.reserve(bytes - this.#reserved);
    this.#reserved = bytes;
  }

  /** Whether there is another move to take from a node: of the thread being tried, else of the next thread to try. */
  #hasMove(node: SearchNode): boolean {
    if (node.next < node.steps.length) return true;
    this.#returnTo(node);
    const thread = this.#nextThread(node);
    if (thread === undefined) return false;
    node.tried.add(thread);
    node.tid = thread;
    node.trying = thread;
    node.turns++;
    node.next = 0;
    collectMoves(this.#machine, thread, node.steps, node.values);
    return node.steps.length > 0;
  }

  /** Step 3: the thread that suffices, or, when that is in doubt, one that has not been tried. */
  #nextThread(node: SearchNode): number | undefined {
    if (node.pathLength >= this.options.limits.maxDepth) return this.#cutAtDepth();
    if (node.tid !== anyThread) return node.hasTried(node.tid) ? undefined : node.tid;
    if (node.trying === anyThread) return this.#contention.choose(node.last, node.tried);
    if (!node.isAnythingWanted) return undefined;
    return this.#contention.chooseUncontended(node.tried) ?? this.#nextWanted(node);
  }

  /** A rival that can move here; if some rival cannot, any thread might be what leads to its turn. */
  #nextWanted(node: SearchNode): number | undefined {
    const count = this.#machine.threadCount;
    for (const id of node.wanted)
      if (id !== anyThread && !node.hasTried(id) && id < count && isEnabled(this.#machine, id)) return id;
    return this.options.rules.disabledRivals ? this.#contention.choose(node.trying, node.tried) : undefined;
  }

  #cutAtDepth(): undefined {
    if (isAnyEnabled(this.#machine)) this.#cut ??= `depth limit of ${this.options.limits.maxDepth} steps reached`;
  }

  #returnTo(node: SearchNode): void {
    this.#machine.memory.undoTo(node.machineMark);
    this.#slots.undoTo(node.cellMark, node.readerMark);
    this.#path.truncateTo(node.pathLength);
  }

  #pushRoot(): void {
    const root = this.#nextNode();
    root.state = this.#visited.enter();
    this.#push(root);
  }

  /** Steps 4 to 8: one move of the thread being tried. */
  #explore(node: SearchNode): void {
    this.#returnTo(node);
    this.#transitions++;
    const next = this.#nextNode();
    next.last = node.trying;
    this.#take(node, next);
    this.#mergeLocalSteps(node.trying);
    next.tid = this.#contention.choose(node.trying, next.tried) ?? anyThread;
    if (this.#isInTransaction(node, next)) return this.#pushWithin(node, next);
    next.statesBefore = this.#visited.stateCount;
    next.state = this.#visited.enter();
    if (this.#isKnown(node, next)) return this.#doubts.inherit(node, next);
    if (!this.#isFull()) this.#push(next);
  }

  #isFull(): boolean {
    const { maxStates } = this.options.limits;
    if (this.#visits < maxStates) return false;
    this.#cut ??= `state limit of ${maxStates} reached`;
    return true;
  }

  /** A thread that goes on with something uncontended is in a transaction: its state need not be compared with others. */
  #isInTransaction(node: SearchNode, next: SearchNode): boolean {
    if (!this.options.reductions.transactions || next.tid === anyThread || next.tid !== node.trying) return false;
    if (node.turns > 1 || node.steps.length > 1) return false; // where ways part, those that meet again should be found
    return node.stepsWithin < longestTransaction && !this.#contention.isAtContention(next.tid);
  }

  #pushWithin(node: SearchNode, next: SearchNode): void {
    if (this.#isFull()) return;
    next.stepsWithin = node.stepsWithin + 1;
    next.state = noState;
    this.#pushNode(next);
  }

  /** Steps 4 and 5: the step itself, its conflicts, and what it owns afterwards. */
  #take(node: SearchNode, next: SearchNode): void {
    const machine = this.#machine;
    const { event } = machine;
    const thread = node.trying;
    const at = node.next++;
    this.#perform(thread, node.steps[at]!, node.values[at]!);
    this.#findConflicts(thread);
    const { conflictParts, conflictLas, conflictCount } = this.#slots;
    for (let i = 0; i < conflictCount; i++) {
      this.#doubts.conflict(node, conflictParts[i]!, conflictLas[i]!, thread);
      if (event.isAccess && !event.volatile) this.#sightings.note('race', event.name, this.#path);
    }
    this.#askAndOwn(node, next);
    this.#slots.update(event, thread, node.depth);
  }

  #findConflicts(thread: number): void {
    const { event } = this.#machine;
    if (event.kind === 'acquire' && !this.options.rules.lockConflicts) this.#slots.findNone();
    else this.#slots.findConflicts(event, thread);
  }

  #askAndOwn(node: SearchNode, next: SearchNode): void {
    const { kind, object, cell: number } = this.#machine.event;
    const { footprint } = node;
    if (kind === 'acquire') {
      const part = writerOf(this.#slots.cell(object, lockCell));
      footprint.add(part);
      next.owned.push(part);
    }
    if (kind !== 'read' && kind !== 'write') return;
    const cell = this.#slots.cell(object, number);
    footprint.add(writerOf(cell));
    if (kind === 'read') return;
    footprint.add(readersOf(cell));
    next.owned.push(writerOf(cell), readersOf(cell));
  }

  #perform(thread: number, step: CompiledStep, value: number): void {
    const machine = this.#machine;
    const resumes = machine.statusOf(machine.thread(thread)) === threadStatus.notified;
    machine.perform(thread, step, value);
    this.#path.push(thread, step, value, resumes);
    const { failure } = machine;
    if (failure) this.#sightings.note('failure', `${step.id} ${failure.kind} ${failure.reason}`, this.#path);
  }

  #mergeLocalSteps(thread: number): void {
    if (!this.options.reductions.localSteps) return;
    for (let i = 0; i < mostLocalSteps && this.#path.length < this.options.limits.maxDepth; i++) {
      const step = onlyLocalStep(this.#machine, thread);
      if (!step) return;
      this.#perform(thread, step, noValue);
    }
  }

  /** Step 7: nothing new here; but a way back into the path says nothing about what comes after the path. */
  #isKnown(node: SearchNode, next: SearchNode): boolean {
    const { rules, remember } = this.options;
    const closed = remember ? this.#visited.closedCover(next.state) : -1;
    if (closed >= 0) {
      if (rules.futureRaces) this.#visited.addFutureRaces(closed, next.races);
      this.#doubts.raiseAll(next.races);
      if (rules.closedFootprints) this.#visited.addFootprint(closed, next.footprint);
    } else if (!this.#visited.hasOpenCover(next.state)) return false;
    this.#executions++;
    if (!rules.successorOnStack || !this.#visited.isOpen(next.state)) return true;
    node.doubt(anyThread);
    node.succOnStack = true;
    return true;
  }

  /** Step 8. */
  #push(node: SearchNode): void {
    this.#visited.push(node.state);
    node.names = this.#visited.names;
    this.#pushNode(node);
    this.#checkBlocked(node);
    if (node.tid === anyThread && !isAnyEnabled(this.#machine)) this.#noteDeadlock();
  }

  #pushNode(node: SearchNode): void {
    this.#visits++;
    this.#height++;
    node.machineMark = this.#machine.memory.mark;
    node.cellMark = this.#slots.cellMark;
    node.readerMark = this.#slots.readerMark;
    node.pathLength = this.#path.length;
  }

  /** Step 9: a thread that waits for a held lock might have had it first. */
  #checkBlocked(node: SearchNode): void {
    if (!this.options.rules.blockedCheck) return;
    for (let id = 0; id < this.#machine.threadCount; id++) {
      const lock = awaitedLock(this.#machine, id);
      if (lock === 0) continue;
      const cell = this.#slots.cell(lock, lockCell);
      node.footprint.add(writerOf(cell));
      if (this.#slots.lacks(this.#slots.writerSet(cell), id))
        this.#doubts.conflict(node, writerOf(cell), this.#slots.writerLa(cell), id);
    }
  }

  #noteDeadlock(): void {
    this.#executions++;
    const key = deadlockKey(this.#machine);
    if (key !== undefined) this.#sightings.note('deadlock', key, this.#path);
  }

  /** Step 10. The machine has returned to the node's state. */
  #pop(node: SearchNode): void {
    if (node.tid === anyThread && node.succOnStack && this.options.rules.everyConflict) {
      node.races.addEvery();
      this.#doubts.raiseAll(node.races);
    }
    this.#height--;
    if (node.state !== noState) this.#leaveState(node);
    if (this.#height > 0) this.#doubts.inherit(this.#top, node);
  }

  #leaveState(node: SearchNode): void {
    if (this.options.remember) return this.#visited.close(node);
    this.#visited.pop();
    this.#visited.forgetFrom(node.statesBefore);
  }
}
