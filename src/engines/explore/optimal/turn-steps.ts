// Any scheduling, on the reference semantics. An event is a *turn*: from a state in which everybody may move to the next such
// state. Preemptive threads have turns of one step, cooperative ones go on until they let others go, and a turn of an event
// loop has all the microtasks that follow (docs/theory/explore.md, "Turns"). What a turn does and touches depends on what
// it finds, so it is found out by taking it; a turn with choices touches what any of them would.

import { hasTurn, type Move, movesOf, movesOfThread, nextEdges } from '../../../model/program/moves.js';
import { type Edge, outgoingEdges, type Program } from '../../../model/program/program.js';
import { sharedLock, timedWait } from '../../../model/program/shared-locks.js';
import { initialState, type State, stateKey } from '../../../model/program/state.js';
import { type RunStep, takeStep } from '../../../verdict/program-run.js';
import { branchesLocally, unknownAction } from '../local-branches.js';
import { Sightings } from '../lockset/sightings.js';
import { noValue } from '../machine/step-machine.js';
import { raceMonitor } from '../race-monitor.js';
import { deadlockViolations } from '../violation.js';
import { type Event, makeEvent } from './event.js';
import { access, way } from './independence.js';
import type { Interleavings, Mark } from './interleavings.js';
import { awaitedLock, TurnFootprint } from './turn-footprint.js';
import { type TurnNames, TurnPlaces } from './turn-names.js';

/** A turn that takes more steps than this, all choices together, is not followed to its end. */
const mostSteps = 2000;

type Path = Parameters<Sightings['note']>[2];
type Watched = ReturnType<typeof raceMonitor.initial>;

/** A state between two turns. */
interface Point {
  readonly state: State;
  readonly names: TurnNames;
  readonly watched: Watched;
  readonly before: Point | undefined;
  /** Those of the turn that led here. */
  readonly moves: readonly Move[];
  readonly length: number;
  readonly key: string;
  readonly turns: Map<number, readonly Turn[]>;
}

interface Turn {
  readonly event: Event;
  readonly steps: readonly RunStep[];
  readonly names: TurnNames;
  point?: Point;
}

/** A turn that is not at its end yet. */
interface Partial {
  readonly state: State;
  readonly names: TurnNames;
  readonly steps: RunStep[];
  readonly choices: string;
}

export class TurnSteps implements Interleavings {
  readonly commutes: boolean;
  readonly isExhausted = false;
  readonly bytes = 0;
  readonly sightings = new Sightings();
  readonly #places: TurnPlaces;
  readonly #marks: Point[] = [];
  readonly #edges: ReadonlyMap<Edge, number>;
  readonly #choices = new Map<string, number>();
  #at: Point;
  #trouble: string | undefined;

  constructor(
    readonly program: Program,
    /** Whether to look for races. */
    readonly races = true,
  ) {
    const state = initialState(program);
    this.commutes = isReducible(program);
    this.#places = new TurnPlaces(state);
    this.#edges = new Map(program.functions.flatMap(({ edges }) => edges).map((edge, i) => [edge, i]));
    const watched = raceMonitor.initial(state);
    const names = this.#places.initial;
    this.#at = {
      state,
      names,
      watched,
      before: undefined,
      moves: [],
      length: 0,
      key: stateKey(state),
      turns: new Map(),
    };
  }

  get threadCount(): number {
    return this.#places.threadCount;
  }

  get length(): number {
    return this.#at.length;
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  get isLooping(): boolean {
    return this.#at.moves.some(({ edge }) => edge.to <= edge.from);
  }

  eventsOf(thread: number): Event[] {
    return this.#turns(this.#at, thread).map(({ event }) => event);
  }

  eventsAfter(mark: Mark, sequence: readonly Event[], thread: number): Event[] {
    let point = this.#marks[mark]!;
    for (const event of sequence) {
      if (this.#trouble !== undefined) return [];
      point = this.#pointAfter(point, event);
    }
    return this.#turns(point, thread).map(({ event }) => event);
  }

  #turns(point: Point, thread: number): readonly Turn[] {
    const known = point.turns.get(thread);
    if (known) return known;
    const turns = this.#runTurns(point, thread);
    point.turns.set(thread, turns);
    return turns;
  }

  /** One turn for each way to choose. */
  #runTurns({ state, names }: Point, thread: number): Turn[] {
    const position = names.threads.indexOf(thread);
    if (position < 0 || !hasTurn(state, position)) return [];
    const footprint = new TurnFootprint(this.program, this.#places, thread);
    const ended: Partial[] = [];
    const open = this.#next({ state, names, steps: [], choices: '' }, movesOfThread(this.program, state, position));
    let count = 0;
    for (let turn = open.pop(); turn && !this.#trouble; turn = open.pop()) {
      footprint.add(turn.steps.at(-1)!, turn.names);
      if (isBetweenTurns(turn.state)) ended.push(turn);
      else open.push(...this.#next(turn, this.#movesWithin(turn.state)));
      if (++count > mostSteps) this.#trouble = `a thread takes ${mostSteps} steps without letting others go`;
    }
    const { accesses } = footprint;
    return ended.map(({ choices, ...turn }) => {
      const event = makeEvent(thread, this.#choiceId(choices), noValue, accesses);
      return { ...turn, event };
    });
  }

  #movesWithin(state: State): Move[] {
    const moves = movesOf(this.program, state);
    if (moves.length === 0) this.#trouble ??= 'an assume fails where nobody else can go on';
    return moves;
  }

  #next({ state, names, steps, choices }: Partial, moves: readonly Move[]): Partial[] {
    return moves.map((move) => {
      const step = takeStep(this.program, state, move);
      return {
        state: step.after,
        names: this.#places.after(names, move.thread, step.after),
        steps: moves.length > 1 ? [...steps, step] : pushed(steps, step),
        choices: moves.length > 1 ? `${choices} ${this.#labelOf(move, names)}` : choices,
      };
    });
  }

  #labelOf(move: Move, { threads }: TurnNames): string {
    const edge = this.#edges.get(move.edge);
    if (move.kind !== 'edge' || move.value === undefined) return `${edge}`;
    switch (move.edge.action.kind) {
      case 'notify':
        return `${edge}=${threads[move.value]}`;
      case 'join-any':
        return `${edge}=${threads[move.value - 1]}`;
      default:
        return `${edge}=${move.value}`;
    }
  }

  #choiceId(choices: string): number {
    const id = this.#choices.get(choices) ?? this.#choices.size;
    this.#choices.set(choices, id);
    return id;
  }

  #pointAfter(point: Point, { thread, step }: Event): Point {
    const turn = this.#turns(point, thread).find(({ event }) => event.step === step)!;
    turn.point ??= this.#makePoint(point, turn);
    return turn.point;
  }

  #makePoint(before: Point, { steps, names }: Turn): Point {
    const moves = steps.map(({ move }) => move);
    const state = steps.at(-1)!.after;
    const length = before.length + moves.length;
    let { watched } = before;
    steps.forEach((step, i) => {
      const path = { length: before.length + i + 1, moves: () => [...movesTo(before), ...moves.slice(0, i + 1)] };
      if (this.races && this.program.scheduling === 'preemptive') watched = this.#lookForRaces(watched, step, path);
      if (!step.failure) return;
      const { kind, reason } = step.failure;
      this.sightings.note('failure', `${this.#edges.get(step.move.edge)} ${kind} ${reason}`, path);
    });
    return { state, names, watched, before, moves, length, key: stateKey(state), turns: new Map() };
  }

  #lookForRaces(watched: Watched, step: RunStep, path: Path): Watched {
    const next = raceMonitor.next(watched, step);
    for (const { property } of next.violations)
      if (property.kind === 'race') this.sightings.note('race', property.variable ?? '', path);
    return next.watched;
  }

  take(event: Event): void {
    this.#at = this.#pointAfter(this.#at, event);
  }

  waiting(): Event[] {
    const { state, names } = this.#at;
    return state.threads.flatMap((thread, position) => {
      const lock = awaitedLock(this.program, state, nextEdges(this.program, thread)[0]?.action, position);
      if (lock === 0) return [];
      const name = names.threads[position]!;
      const own = access(this.#places.progress(name), way.lead);
      const footprint = [own, access(this.#places.lock(names, lock), way.take)];
      return [makeEvent(name, noValue, noValue, footprint)];
    });
  }

  hasReturned(): boolean {
    for (let point = this.#at.before; point; point = point.before) if (point.key === this.#at.key) return true;
    return false;
  }

  noteEnd(): void {
    const { state, length } = this.#at;
    const at = this.#at;
    const path = { length, moves: () => movesTo(at) };
    for (const { id } of deadlockViolations(this.program, state)) this.sightings.note('deadlock', id, path);
  }

  mark(): Mark {
    return this.#marks.push(this.#at) - 1;
  }

  undoTo(mark: Mark): void {
    this.#at = this.#marks[mark]!;
    this.#marks.length = mark + 1;
  }
}

function pushed<T>(list: T[], last: T): T[] {
  list.push(last);
  return list;
}

function isBetweenTurns({ running, microtasks }: State): boolean {
  return running === -1 && microtasks.length === 0;
}

function movesTo(point: Point): Move[] {
  const turns: (readonly Move[])[] = [];
  for (let at: Point | undefined = point; at; at = at.before) turns.push(at.moves);
  return turns.reverse().flat();
}

/** Whether turns with disjoint footprints commute, and only locks and ends of threads are waited for. */
export function isReducible(program: Program): boolean {
  if (unknownAction(program) !== undefined || (sharedLock(program) ?? timedWait(program))) return false;
  if (!branchesLocally(program) || waitsOutsideQueues(program)) return false;
  return program.scheduling === 'preemptive' || !mayBlockAll(program);
}

/** In an event loop, whoever was notified waits for a lock outside of its queue. */
function waitsOutsideQueues({ scheduling, functions }: Program): boolean {
  return (
    scheduling === 'event-loop' && functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'wait'))
  );
}

/** An `assume` that is not one of several branches can fail while all others must wait for the end of the turn. */
function mayBlockAll({ functions }: Program): boolean {
  return functions.some((graph) =>
    outgoingEdges(graph).some((edges) => edges.length === 1 && edges[0]!.action.kind === 'assume'),
  );
}
