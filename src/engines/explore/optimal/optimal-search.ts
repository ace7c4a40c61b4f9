// Optimal dynamic partial-order reduction (Abdulla, Aronis, Jonsson, Sagonas: Source Sets, JACM 64:4, Algorithm 2; with
// locks and free choices as in docs/theory/explore.md, "Optimal"). One execution is followed to its end; then each pair of
// its events that race, and each free choice, is turned round: what would have come first is put into the wakeup tree of
// the state before. Events that were explored from a state sleep until something they depend on happens. Exactly one
// execution of each equivalence class is explored, if none comes back to a state it was in.

import type { Stop } from '../../../base/budget.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import type { SearchLimits } from '../search-result.js';
import { areDependentEvents, type Event, isSameEvent } from './event.js';
import type { Interleavings, Mark } from './interleavings.js';
import { Remainder } from './remainder.js';
import { Trace } from './trace.js';
import { WakeupTree } from './wakeup-tree.js';

/** Parts of the algorithm that tests switch off to see that they are needed. */
export interface OptimalRules {
  /** An event is turned round with what it races with. */
  readonly races: boolean;
  /** Whoever waits for a lock at the end of an execution could have had it first. */
  readonly waiting: boolean;
  /** The other values of a free choice are tried. */
  readonly choices: boolean;
  /** Explored events sleep. */
  readonly sleep: boolean;
  /** A sleeping event is woken by what it depends on. */
  readonly wakeUp: boolean;
  /** A sequence that begins with a sleeping event has been explored. */
  readonly sleepCheck: boolean;
  /** A sequence that is turned round is followed to its end, not only its first event. */
  readonly wakeupTrees: boolean;
  /** An event that is turned round comes after all that does not happen after its rival, also what came later than itself. */
  readonly laterEvents: boolean;
  /** Who took a place last is in a race with the next one who does, also if it did more until it gave the place back. */
  readonly takers: boolean;
  /** What a thread does next is looked at again where its event comes before the rival. */
  readonly newLook: boolean;
}

export const optimalRules: OptimalRules = {
  races: true,
  waiting: true,
  choices: true,
  sleep: true,
  wakeUp: true,
  sleepCheck: true,
  wakeupTrees: true,
  laterEvents: true,
  takers: true,
  newLook: true,
};

export interface OptimalSearchOptions {
  readonly limits: SearchLimits;
  readonly rules: OptimalRules;
  /** Asked now and then, with the bytes that the search itself uses; a reason to stop. */
  account(bytes: number): string | undefined;
}

export interface OptimalCounts {
  /** Visits of states. */
  readonly states: number;
  readonly transitions: number;
  /** Executions that were followed to their end, and those that ended where every event sleeps. */
  readonly executions: number;
  readonly asleep: number;
  readonly cut: string | undefined;
}

export const endless =
  'some executions come back to a state they were in, and were followed once round; --method stateful decides these';

/** Events until the next yield, if there are few threads. */
const tick = 1024;
const threadsPerEvent = 64;
const none: readonly Event[] = [];

class SearchNode {
  tree = new WakeupTree();
  sleep: readonly Event[] = none;
  /** What the thread that moves from here could have done instead. */
  alternatives: readonly Event[] = none;
  isExploring = false;
  mark: Mark = 0;
}

export function* optimalSearch(
  system: Interleavings,
  options: OptimalSearchOptions,
): Generator<EngineEvent, OptimalCounts, Stop | undefined> {
  return yield* new OptimalSearch(system, options).run();
}

class OptimalSearch {
  readonly #trace: Trace;
  /** By depth; those from `#height` on are waiting to be used again. */
  readonly #nodes: SearchNode[] = [];
  #height = 0;
  readonly #rest: Remainder;
  /** Positions of events that race with an earlier one or have alternatives. */
  readonly #toTurn: number[] = [];
  #states = 0;
  #transitions = 0;
  #executions = 0;
  #asleep = 0;
  #cut: string | undefined;

  constructor(
    readonly system: Interleavings,
    readonly options: OptimalSearchOptions,
  ) {
    this.#trace = new Trace(options.rules.takers);
    this.#rest = new Remainder(this.#trace);
  }

  *run(): Generator<EngineEvent, OptimalCounts, Stop | undefined> {
    this.#enter(new WakeupTree(), none);
    let untilTick = tick;
    while (this.#height > 0) {
      const node = this.#nodes[this.#height - 1]!;
      if (this.system.trouble !== undefined) break;
      if (node.isExploring) this.#finishBranch(node);
      if (node.tree.isLeaf) this.#height--;
      else if (this.#states >= this.options.limits.maxStates) return this.#counts(this.#stateLimit());
      else this.#explore(node);
      untilTick -= 1 + this.system.threadCount / threadsPerEvent;
      if (untilTick > 0) continue;
      untilTick = tick;
      const stop = yield { kind: 'progress', done: this.#states, text: 'states' };
      const reason = stop?.message ?? this.options.account(this.#trace.bytes) ?? this.#tooLong();
      if (reason !== undefined) return this.#counts(reason);
    }
    return this.#counts(this.#cut ?? this.system.trouble);
  }

  #tooLong(): string | undefined {
    if (!this.#trace.isFull) return undefined;
    const { threadCount } = this.system;
    return `memory limit of one execution reached (${threadCount} threads, ${this.#trace.length} events)`;
  }

  #stateLimit(): string {
    return `state limit of ${this.options.limits.maxStates} reached`;
  }

  #counts(cut: string | undefined): OptimalCounts {
    const [states, transitions] = [this.#states, this.#transitions];
    return { states, transitions, executions: this.#executions, asleep: this.#asleep, cut };
  }

  /** What was explored last from a node sleeps there from now on. */
  #finishBranch(node: SearchNode): void {
    node.isExploring = false;
    if (this.options.rules.sleep && this.system.commutes) node.sleep = withOne(node.sleep, node.tree.first);
    node.tree.removeFirst();
    this.system.undoTo(node.mark);
    const length = this.#height - 1;
    this.#trace.truncateTo(length);
    while (this.#toTurn.length > 0 && this.#toTurn.at(-1)! >= length) this.#toTurn.pop();
  }

  #explore(node: SearchNode): void {
    const { system } = this;
    const event = node.tree.first;
    const possible = system.eventsOf(event.thread);
    if (!isAmong(event, possible)) throw new Error('a wakeup tree leads nowhere');
    node.alternatives = possible.length === 1 ? none : possible.filter((other) => !isSameEvent(other, event));
    node.isExploring = true;
    system.take(event);
    this.#trace.push(event);
    const at = this.#height - 1;
    if (node.alternatives.length > 0 || this.#trace.races(at).length > 0) this.#toTurn.push(at);
    this.#transitions++;
    this.#enter(node.tree.afterFirst(), this.#stillAsleep(node.sleep, event));
  }

  #stillAsleep(sleep: readonly Event[], event: Event): readonly Event[] {
    if (sleep.length === 0) return none;
    if (!this.options.rules.wakeUp) return sleep.filter(({ thread }) => thread !== event.thread);
    for (const other of sleep)
      if (areDependentEvents(other, event)) return sleep.filter((one) => !areDependentEvents(one, event));
    return sleep;
  }

  #enter(tree: WakeupTree, sleep: readonly Event[]): void {
    this.#nodes[this.#height] ??= new SearchNode();
    const node = this.#nodes[this.#height++]!;
    node.tree = tree;
    node.sleep = sleep;
    node.isExploring = false;
    this.#states++;
    const isCut = this.#isCut();
    node.mark = this.system.mark(); // the node's own state belongs to what its branches can come back to
    if (isCut) return this.#endHere(node);
    if (!node.tree.isLeaf) return;
    let isAnyPossible = false;
    const { threadCount } = this.system;
    const first = this.#firstThread();
    for (let i = 0; i < threadCount; i++) {
      const thread = first + i < threadCount ? first + i : first + i - threadCount;
      for (const event of this.system.eventsOf(thread)) {
        isAnyPossible = true;
        if (isAmong(event, node.sleep)) continue;
        node.tree.append([event]);
        if (this.system.commutes) return;
      }
    }
    if (!isAnyPossible) this.#end();
    else if (node.tree.isLeaf) this.#asleep++;
  }

  /** Whether the execution is not followed any further, although it could be. */
  #isCut(): boolean {
    const { system } = this;
    const { maxDepth } = this.options.limits;
    const isDeep = system.length >= maxDepth;
    if (!isDeep && !system.hasReturned()) return false;
    if (!this.#isAnythingPossible()) return false;
    this.#cut ??= isDeep ? `depth limit of ${maxDepth} steps reached` : endless;
    return true;
  }

  #endHere(node: SearchNode): void {
    node.tree.clear();
    this.#executions++;
    this.#turnRound();
  }

  #end(): void {
    this.#executions++;
    this.system.noteEnd();
    this.#turnRound();
  }

  #isAnythingPossible(): boolean {
    for (let i = 0; i < this.system.threadCount; i++) if (this.system.eventsOf(i).length > 0) return true;
    return false;
  }

  /** Whom to look at first: the thread that moved last, unless it is in a loop, so that every thread moves on. */
  #firstThread(): number {
    const { isLooping, threadCount } = this.system;
    return ((this.#trace.last?.thread ?? 0) + (isLooping ? 1 : 0)) % threadCount;
  }

  #turnRound(): void {
    const { rules } = this.options;
    const { events } = this.#trace;
    if (!this.system.commutes) return;
    for (const at of this.#toTurn) {
      if (rules.races) for (const rival of this.#trace.races(at)) this.#reverse(rival, events[at]!, at);
      if (rules.choices) for (const other of this.#nodes[at]!.alternatives) this.#choose(at, other);
    }
    if (!rules.waiting) return;
    for (const event of this.system.waiting())
      for (const rival of this.#trace.racesOfWaiting(event)) this.#reverse(rival, event);
  }

  /** An event before the one at a position, behind all that does not happen after that one. */
  #reverse(at: number, event: Event, position = this.#trace.length): void {
    const { laterEvents, newLook } = this.options.rules;
    const rest = this.#rest.begin(at, event, laterEvents ? this.#trace.length : position);
    if (newLook && this.system.eventsAfter && !rest.lookAgain((others) => this.#eventAfter(at, others, event))) return;
    this.#plan(at);
  }

  /** What the thread of an event does after the state before a position and these events. */
  #eventAfter(at: number, others: readonly Event[], { thread }: Event): Event | undefined {
    return this.system.eventsAfter!(this.#nodes[at]!.mark, others, thread)[0];
  }

  /** Another alternative of the event at a position. */
  #choose(at: number, other: Event): void {
    this.#rest.begin(at, other);
    this.#plan(at);
  }

  /** Executions that begin with the remainder: are they explored, or going to be? If not, they must. */
  #plan(at: number): void {
    const { rules } = this.options;
    const { sleep, tree } = this.#nodes[at]!;
    if (rules.sleepCheck) for (const sleeping of sleep) if (this.#rest.mayBeginWith(sleeping)) return;
    if (!rules.wakeupTrees) this.#rest.keepFirst();
    tree.insert(this.#rest);
  }
}

function withOne(events: readonly Event[], added: Event): readonly Event[] {
  const more = events.slice();
  more.push(added);
  return more;
}

function isAmong(event: Event, others: readonly Event[]): boolean {
  for (const other of others) if (other === event || isSameEvent(other, event)) return true;
  return false;
}
