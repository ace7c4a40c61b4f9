// Any scheduling, on the reference semantics, knowing nothing about which steps commute: the search tries every event
// everywhere. This is what a scheduling gets that has no instance of its own (interleavings.ts): slow, and never wrong.

import { hasTurn, isDeadlock, type Move, movesOfThread } from '../../../model/program/moves.js';
import type { Edge, Program } from '../../../model/program/program.js';
import { initialState, type State, stateKey } from '../../../model/program/state.js';
import { blockedLocations } from '../../../verdict/meaning/program-checks.js';
import { type RunStep, takeStep } from '../../../verdict/program-run.js';
import { Sightings } from '../lockset/sightings.js';
import { noValue } from '../machine/step-machine.js';
import { raceMonitor } from '../race-monitor.js';
import type { Event } from './event.js';
import { everything } from './independence.js';
import type { Interleavings, Mark } from './interleavings.js';

export class ReferenceSteps implements Interleavings {
  readonly commutes = false;
  readonly isExhausted = false;
  readonly bytes = 0;
  readonly sightings = new Sightings();
  readonly #states: State[];
  readonly #keys: string[];
  readonly #watched: ReturnType<typeof raceMonitor.initial>[];
  readonly #moves: Move[] = [];
  readonly #edges: Edge[];

  constructor(readonly program: Program) {
    const initial = initialState(program);
    this.#states = [initial];
    this.#keys = [stateKey(initial)];
    this.#watched = [raceMonitor.initial(initial)];
    this.#edges = program.functions.flatMap(({ edges }) => edges);
  }

  get #state(): State {
    return this.#states.at(-1)!;
  }

  get threadCount(): number {
    return this.#state.threads.length;
  }

  get length(): number {
    return this.#moves.length;
  }

  get isLooping(): boolean {
    const edge = this.#moves.at(-1)?.edge;
    return edge !== undefined && edge.to <= edge.from;
  }

  eventsOf(thread: number): Event[] {
    if (thread >= this.threadCount) return [];
    return this.#movesOf(thread).map((move) => ({ thread, ...this.#labelOf(move), footprint: everything }));
  }

  #movesOf(thread: number): Move[] {
    return hasTurn(this.#state, thread) ? movesOfThread(this.program, this.#state, thread) : [];
  }

  #labelOf(move: Move): { step: number; value: number } {
    const value = move.kind === 'edge' ? (move.value ?? noValue) : noValue;
    return { step: this.#edges.indexOf(move.edge), value };
  }

  /** With `everything` for a footprint nobody is in a race. */
  waiting(): Event[] {
    return [];
  }

  take({ thread, step, value }: Event): void {
    const isTaken = (move: Move) => {
      const label = this.#labelOf(move);
      return label.step === step && label.value === value;
    };
    const move = this.#movesOf(thread).find(isTaken)!;
    const taken = takeStep(this.program, this.#state, move);
    this.#moves.push(move);
    this.#states.push(taken.after);
    this.#keys.push(stateKey(taken.after));
    this.#watch(taken);
  }

  #watch(step: RunStep): void {
    const { watched, violations } = raceMonitor.next(this.#watched.at(-1)!, step);
    this.#watched.push(watched);
    const path = { length: this.length, moves: () => [...this.#moves] };
    for (const { property } of violations)
      if (property.kind === 'race') this.sightings.note('race', property.variable ?? '', path);
    if (!step.failure) return;
    const at = this.#edges.indexOf(step.move.edge);
    this.sightings.note('failure', `${at} ${step.failure.kind} ${step.failure.reason}`, path);
  }

  hasReturned(): boolean {
    return this.#keys.indexOf(this.#keys.at(-1)!) < this.#keys.length - 1;
  }

  noteEnd(): void {
    if (!isDeadlock(this.program, this.#state)) return;
    const path = { length: this.length, moves: () => [...this.#moves] };
    this.sightings.note('deadlock', blockedLocations(this.program, this.#state).join(), path);
  }

  mark(): Mark {
    return this.#moves.length;
  }

  undoTo(mark: Mark): void {
    this.#moves.length = mark;
    for (const list of [this.#states, this.#keys, this.#watched]) list.length = mark + 1;
  }
}
