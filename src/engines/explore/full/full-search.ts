// Every interleaving, every state, breadth first, without any reduction: the oracle for everything cleverer. States and steps
// are those of the reference semantics; states are kept as sequences of the numbers of their parts, and found again by these.
// A node is a state of the program with what the monitors remember; the first path to a violation is a shortest one.
// testing/plain-search.ts is the same search without numbers, for comparison. On demand, a state in which only one step is
// possible is passed without becoming a node: nothing is left out, and a path is then shortest in the number of choices.

import type { Stop } from '../../../base/budget.js';
import { IntList } from '../../../base/integers/int-list.js';
import { grownTo } from '../../../base/integers/typed-array.js';
import { type Move, movesOf, movesOfThread } from '../../../model/program/moves.js';
import type { Program } from '../../../model/program/program.js';
import type { State, Thread } from '../../../model/program/state.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import { type RunStep, takeStep } from '../../../verdict/program-run.js';
import { StateTable } from '../machine/state-table.js';
import type { Monitor } from '../monitor.js';
import type { FoundViolation, SearchLimits, SearchResult } from '../search-result.js';
import { deadlockViolations, failureViolation, type Violation } from '../violation.js';
import { StateParts } from './state-parts.js';
import { type CachedStep, StepCache } from './step-cache.js';
import { Watcher } from './watcher.js';

const tick = 2000;
/** Words of a node: the rest of the state, its memory, what the monitors remember, the threads. */
const restWord = 0;
const memoryWord = 1;
const watchedWord = 2;
/** A cycle of forced steps must come to a node now and then. */
const mostForced = 512;

export function* fullSearch(
  program: Program,
  initial: State,
  monitors: readonly Monitor[],
  limits: SearchLimits,
  passForced = false,
): Generator<EngineEvent, SearchResult, Stop | undefined> {
  return yield* new FullSearch(program, monitors, limits, passForced).run(initial);
}

class FullSearch {
  readonly #parts = new StateParts();
  readonly #steps: StepCache;
  readonly #watchers: readonly Watcher[];
  /** Where the threads begin. */
  readonly #threadsWord: number;
  /** Nodes in the order in which they were found, which is the order in which they are expanded. */
  readonly #nodes = new StateTable();
  readonly #parents = new IntList();
  readonly #depths = new IntList();
  readonly #movers = new IntList();
  readonly #moves: (readonly Move[])[] = [];
  readonly #violations = new Map<string, FoundViolation>();
  #transitions = 0;
  #cut: string | undefined;
  /** The node being expanded: its words, its state once that is needed; and the words of a successor. */
  #node = 0;
  #words = new Int32Array(64);
  #length = 0;
  #state: State | undefined;
  #next = new Int32Array(64);

  constructor(
    readonly program: Program,
    monitors: readonly Monitor[],
    readonly limits: SearchLimits,
    /** Whether states with one possible step are passed. */
    readonly passForced: boolean,
  ) {
    this.#steps = new StepCache(program, this.#parts);
    this.#watchers = monitors.map((monitor) => new Watcher(monitor));
    this.#threadsWord = watchedWord + monitors.length;
  }

  *run(initial: State): Generator<EngineEvent, SearchResult, Stop | undefined> {
    this.#watchers.forEach((watcher, i) => {
      this.#next[watchedWord + i] = watcher.initial(initial);
    });
    this.#add(this.#writeState(initial), -1, 0, []);
    for (let head = 0; head < this.#nodes.size; head++) {
      if (head % tick === tick - 1) {
        const stop = yield { kind: 'progress', done: head, text: 'states' };
        if (stop) return this.#result(stop.message);
      }
      this.#visit(head);
    }
    return this.#result(this.#cut);
  }

  #result(cut: string | undefined): SearchResult {
    const result = {
      violations: [...this.#violations.values()],
      states: this.#nodes.size,
      transitions: this.#transitions,
    };
    return cut === undefined ? result : { ...result, cut };
  }

  #visit(node: number): void {
    this.#node = node;
    this.#words = grownTo(this.#words, this.#nodes.length(node));
    this.#length = this.#nodes.copy(node, this.#words);
    this.#state = undefined;
    if (this.#depths.get(node) >= this.limits.maxDepth) return this.#stopAtDepth();
    const taken = this.#transitions;
    if (
      !this.passForced &&
      this.program.scheduling === 'preemptive' &&
      this.#watchers.every(({ isLabelled }) => isLabelled)
    )
      for (let at = this.#threadsWord; at < this.#length; at++) this.#takeSteps(at);
    else for (const move of movesOf(this.program, this.#currentState())) this.#takeAnew(move);
    if (this.#transitions === taken) this.#end();
  }

  #stopAtDepth(): void {
    if (movesOf(this.program, this.#currentState()).length > 0)
      this.#cut ??= `depth limit of ${this.limits.maxDepth} steps reached`;
    else this.#end();
  }

  #end(): void {
    const state = this.#currentState();
    for (const { monitor } of this.#watchers) monitor.atEnd?.(state);
    for (const violation of deadlockViolations(this.program, state)) this.#note(violation, this.#node, []);
  }

  #currentState(): State {
    this.#state ??= this.#readState();
    return this.#state;
  }

  #readState(): State {
    const threads: Thread[] = [];
    for (let at = this.#threadsWord; at < this.#length; at++) threads.push(this.#parts.threadOf(this.#words[at]!));
    return this.#parts.state(this.#words[restWord]!, this.#words[memoryWord]!, threads);
  }

  #takeSteps(at: number): void {
    const position = at - this.#threadsWord;
    const state = () => this.#currentState();
    const steps = this.#steps.steps(this.#words[at]!, this.#words[memoryWord]!, position, state);
    if (steps) for (const step of steps) this.#takeRemembered(step, at, position);
    else for (const move of movesOfThread(this.program, this.#currentState(), position)) this.#takeAnew(move);
  }

  #takeRemembered(step: CachedStep, at: number, position: number): void {
    this.#transitions++;
    const { move, event, failure } = step;
    this.#next = grownTo(this.#next, this.#length);
    for (let i = 0; i < this.#length; i++) this.#next[i] = this.#words[i]!;
    if (step.memory !== undefined) this.#next[memoryWord] = step.memory;
    this.#next[at] = step.thread;
    if (failure)
      this.#note(failureViolation(this.program, { move, failure })!, this.#node, [{ ...move, thread: position }]);
    const isSeen = event.kind !== 'local';
    for (let i = 0; isSeen && i < this.#watchers.length; i++) {
      const stepOf = () => takeStep(this.program, this.#currentState(), { ...move, thread: position });
      const seen = this.#watchers[i]!.see(this.#words[watchedWord + i]!, event, position, true, stepOf);
      this.#next[watchedWord + i] = seen.id;
      for (const violation of seen.violations) this.#note(violation, this.#node, [{ ...move, thread: position }]);
    }
    this.#add(this.#length, this.#node, position, [move]);
  }

  /** A move, and if forced steps are passed those that follow it. */
  #takeAnew(move: Move): void {
    const taken: Move[] = [];
    const room = Math.min(mostForced, this.limits.maxDepth - this.#depths.get(this.#node));
    const watched = this.#watchers.map((_, i) => this.#words[watchedWord + i]!);
    let state = this.#currentState();
    for (let next: Move | undefined = move; next; next = this.#forced(state, taken.length < room)) {
      taken.push(next);
      state = this.#watch(takeStep(this.program, state, next), watched, taken);
    }
    watched.forEach((id, i) => {
      this.#next[watchedWord + i] = id;
    });
    this.#add(this.#writeState(state), this.#node, taken.at(-1)!.thread, taken);
  }

  /** Notes what is wrong with a step, whose path is `taken`; the state after it. */
  #watch(step: RunStep, watched: number[], taken: readonly Move[]): State {
    this.#transitions++;
    const failed = failureViolation(this.program, step);
    if (failed) this.#note(failed, this.#node, taken);
    this.#watchers.forEach((watcher, i) => {
      const seen = watcher.isLabelled
        ? watcher.see(watched[i]!, step.event, step.move.thread, false, () => step)
        : watcher.watch(watched[i]!, step);
      watched[i] = seen.id;
      for (const violation of seen.violations) this.#note(violation, this.#node, taken);
    });
    return step.after;
  }

  #forced(state: State, hasRoom: boolean): Move | undefined {
    if (!this.passForced || !hasRoom) return undefined;
    const moves = movesOf(this.program, state);
    return moves.length === 1 ? moves[0] : undefined;
  }

  /** Writes the words of a state to `#next`; their number. */
  #writeState(state: State): number {
    const length = this.#threadsWord + state.threads.length;
    this.#next = grownTo(this.#next, length);
    this.#next[restWord] = this.#parts.rest(state);
    this.#next[memoryWord] = this.#parts.memory(state);
    state.threads.forEach((thread, i) => {
      this.#next[this.#threadsWord + i] = this.#parts.thread(thread);
    });
    return length;
  }

  /** `moves` lead from the parent to the node; the last of them may have been remembered for another thread. */
  #add(length: number, parent: number, mover: number, moves: readonly Move[]): void {
    const { maxStates } = this.limits;
    const count = this.#nodes.size;
    if (count >= maxStates) {
      if (!this.#nodes.has(this.#next, length)) this.#cut ??= `state limit of ${maxStates} reached`;
      return;
    }
    if (this.#nodes.intern(this.#next, length) < count) return;
    this.#parents.push(parent);
    this.#depths.push(parent < 0 ? 0 : this.#depths.get(parent) + moves.length);
    this.#movers.push(mover);
    this.#moves.push(moves);
  }

  #note(violation: Violation, node: number, last: readonly Move[]): void {
    if (this.#violations.has(violation.id)) return;
    this.#violations.set(violation.id, { ...violation, moves: [...this.#pathTo(node), ...last] });
  }

  #pathTo(node: number): Move[] {
    const moves: Move[] = [];
    for (let at = node; this.#parents.get(at) >= 0; at = this.#parents.get(at)) {
      const taken = this.#moves[at]!;
      moves.push({ ...taken.at(-1)!, thread: this.#movers.get(at) });
      for (let i = taken.length - 2; i >= 0; i--) moves.push(taken[i]!);
    }
    return moves.reverse();
  }
}
