// Runs: a setup, then some calls from outside, under the choices of a schedule. Whenever nothing is left to do, the outside
// world acts: it makes the next call, answers an operation (or performs its effect and answers later, or rejects it), or
// lets a timer fire. The first option goes on with the unit that moved last, so that a run without choices is serial.

import type { Script } from '../script.js';
import { callThing, childUnit } from './calls.js';
import { Abandoned, type Choice, Choices, SetupChoices, type Token } from './choices.js';
import { outsideError, ScriptError } from './flow/errors.js';
import { forgotten } from './forgotten.js';
import { type Frame, Scope, type Unit } from './frame.js';
import { Machine, type MachineOptions, nothingShared, type Shared, touchAll } from './machine.js';
import { askedBy, type Call, type Event, labelOf, possibleEvents, rootOf } from './outside/external-events.js';
import type { Operation, Timer } from './pending.js';
import { resolve, settle, subscribe, toPromise, waitsForItself } from './promises.js';
import type { Gap, TraceEvent } from './trace.js';
import { areDependent, type Touches, type Turn } from './turns.js';
import { type Thing, Unknown, undefinedValue, type Value } from './value.js';

export interface Scenario {
  /** Runs to its end before the calls, with the first option each time; what each part starts is finished before the next. */
  setUp(machine: Machine): Iterable<void>;
  /** The calls that overlap. */
  calls(machine: Machine): readonly Call[];
  /** How unknown conditions turn out in the setup; beyond these, the way on. */
  readonly making?: readonly number[];
}

export interface OutsideStep {
  readonly do: 'start' | 'answer' | 'perform' | 'reject' | 'fire';
  /** The call it belongs to, counted from 1; 0 in the setup. */
  readonly call: number;
  readonly name: string;
}

export interface Run {
  readonly machine: Machine;
  readonly events: readonly TraceEvent[];
  /** Where in `events` the setup ends. */
  readonly start: number;
  readonly choices: readonly Choice[];
  /** Those of the setup. */
  readonly made: readonly Choice[];
  readonly gaps: readonly Gap[];
  /** Why it did not come to its end. */
  readonly abandoned?: string;
  /** What the outside did, in order. */
  readonly steps: readonly OutsideStep[];
  readonly turns: readonly Turn[];
  /** It was cut: whatever it could go on with, another run does. */
  readonly merged: boolean;
}

export const setupThrows = 'the setup throws';

/** What a search knows about its earlier runs. */
export interface Known extends Shared {
  /** From this choice on, these events need not be tried before something that depends on them. */
  readonly sleepsAt: number;
  readonly asleep: ReadonlyMap<string, Touches>;
}

export function run(
  script: Script,
  scenario: Scenario,
  options: MachineOptions,
  choices: readonly Token[] | Choices,
  known?: Known,
): Run {
  const made = choices instanceof Choices ? choices : new Choices(choices);
  const quiet = new SetupChoices(scenario.making ?? []);
  const machine = new Machine(script, made, options, known ?? nothingShared());
  const steps: OutsideStep[] = [];
  let start = 0;
  let abandoned: string | undefined;
  let merged = false;
  const turns: Turn[] = [];
  machine.turns.begin('setup');
  try {
    const world = new World(machine, quiet, steps, true, []);
    const setup = withChoices(machine, quiet, () => {
      for (const _ of scenario.setUp(machine)) {
        world.finish([]);
        world.leaveTimers();
      }
      world.finish([]);
      world.leaveTimers();
      return scenario.calls(machine);
    });
    start = machine.events.length;
    steps.length = 0;
    machine.rejectionsLeft = options.rejections;
    merged = new World(machine, made, steps, false, turns, known).finish(setup);
  } catch (error) {
    if (error instanceof Abandoned) abandoned = error.message;
    else if (error instanceof ScriptError) abandoned = setupThrows;
    else if (error instanceof RangeError) abandoned = 'calls nest too deeply';
    else throw error;
  }
  return {
    machine,
    events: machine.events,
    start,
    choices: made.made,
    made: quiet.made,
    gaps: machine.gaps,
    steps,
    turns,
    merged,
    ...(abandoned === undefined ? {} : { abandoned }),
  };
}

/** In the setup little is chosen: unknown conditions go the way on, unless the scenario says otherwise. */
function withChoices<T>(machine: Machine, choices: Choices, body: () => T): T {
  const outer = machine.choices;
  Object.assign(machine, { choices });
  try {
    return body();
  } finally {
    Object.assign(machine, { choices: outer });
  }
}

/** A timer that sets itself again is followed so many times. */
const mostRounds = 2;
const mostExternal = 120;
const mostMicrotasks = 4000;

class World {
  #last = -1;
  #justPerformed: Operation | undefined;
  #waiting: readonly Call[] = [];
  /** Calls in which something has failed: once is enough. */
  readonly #failed = new Set<number>();
  #asleep: ReadonlyMap<string, Touches> = new Map();
  readonly #results: { readonly unit: Unit; readonly promise: Thing }[] = [];

  constructor(
    readonly machine: Machine,
    readonly choices: Choices,
    readonly steps: OutsideStep[],
    readonly isSetup: boolean,
    readonly turns: Turn[],
    readonly known?: Known,
  ) {}

  /** True if it was cut at a trace that is known. */
  finish(calls: readonly Call[]): boolean {
    this.#waiting = calls;
    this.#drain();
    for (let count = 0; ; count++) {
      const events = this.#events();
      if (events.length === 0) break;
      if (count > mostExternal) throw new Abandoned('a run has too many external events');
      const labels = events.map(labelOf);
      const first = this.#firstAwake(labels);
      if (first === -1) return true;
      const at = events.length > 1 ? this.choices.made.length : undefined;
      const chosen = events[at === undefined ? 0 : this.choices.chooseEvent(labels, first, events.map(askedBy))]!;
      this.#last = chosen.root;
      this.#turn(chosen, labels, at);
    }
    this.#findDeadlocks();
    if (!this.isSetup) for (const event of forgotten(this.machine)) this.machine.emit(event);
    return false;
  }

  /** The first event that no other run has tried from here in all ways; -1 if there is none. */
  #firstAwake(labels: readonly string[]): number {
    const { known, choices } = this;
    if (!known) return 0;
    if (choices.made.length === known.sleepsAt) this.#asleep = known.asleep;
    if (choices.made.length < choices.given.length) return 0;
    return labels.findIndex((label) => !this.#asleep.has(label));
  }

  #turn(event: Event, among: readonly string[], at: number | undefined): void {
    const { turns } = this.machine;
    const label = labelOf(event);
    const decided = this.choices.made.length;
    turns.begin(label);
    turns.touch(`call ${event.root}`, true);
    // Calls of one entry start in a fixed order: the second one has to wait for the first.
    if (event.kind === 'start') turns.touch(`entry ${event.call.unit.entry}`, true);
    // Events that nobody hears are missed by who has begun, not by who comes later.
    if (event.kind === 'start') turns.touch('begun', false);
    if ('operation' in event) turns.touch(`operation ${event.operation.label}`, true);
    this.#happen(event);
    this.#drain();
    if (this.isSetup) return;
    const { touches, prevents } = turns.current;
    const source =
      'operation' in event ? event.operation.label : event.kind === 'start' ? `entry ${event.call.unit.entry}` : label;
    const decides = this.choices.made.length > decided;
    const asleep = this.#asleep;
    const asked = askedBy(event);
    this.turns.push({
      ...{ label, source, among, touches, decides, prevents, asked, asleep },
      ...(at === undefined ? {} : { at }),
    });
    this.#asleep = new Map([...asleep].filter(([other, own]) => other !== label && !areDependent(own, touches)));
  }

  /** What the setup has left to fire later is for the outside to call, once. */
  leaveTimers(): void {
    const { machine } = this;
    for (const { callback, spot, id } of machine.timers)
      machine.registrations.push({ name: 'setTimeout', callback: callback.raw as Thing, spot, id, once: true });
    machine.timers = [];
  }

  /** The setup waits for nothing that a timer could bring. */
  get #isIdle(): boolean {
    const { machine } = this;
    return this.isSetup && machine.awaited.every(({ promise }) => promise?.status !== 'pending');
  }

  #drain(): void {
    const { microtasks } = this.machine;
    for (let count = 0; microtasks.length > 0; count++) {
      if (count > mostMicrotasks) throw new Abandoned('microtasks go on without end');
      microtasks.shift()!();
    }
  }

  #events(): Event[] {
    const due = this.#isIdle ? [] : this.machine.timers.filter(({ round }) => round <= mostRounds);
    return possibleEvents(this.machine, this.#waiting, due, { last: this.#last, failed: this.#failed });
  }

  #happen(event: Event): void {
    const name = 'operation' in event ? event.operation.what : event.kind === 'fire' ? 'timer' : event.call.unit.name;
    // An answer right behind the effect is one step.
    if (event.kind === 'answer' && this.#justPerformed === event.operation) this.steps.pop();
    this.#justPerformed = event.kind === 'perform' ? event.operation : undefined;
    this.steps.push({ do: event.kind, call: Math.max(0, -event.root), name });
    switch (event.kind) {
      case 'start':
        this.#waiting = this.#waiting.filter((call) => call !== event.call);
        return this.#start(event.call);
      case 'answer':
        return this.#answer(event.operation);
      case 'perform':
        event.operation.performed = event.operation.perform?.() ?? undefinedValue;
        return;
      case 'reject':
        this.machine.rejectionsLeft--;
        this.#failed.add(event.root);
        this.#remove(event.operation);
        return settle(
          this.machine,
          event.operation.promise,
          'rejected',
          outsideError(this.machine, event.operation.what),
        );
      case 'fire':
        this.machine.turns.touch(`timer ${event.timer.id}`, true);
        this.machine.timers = this.machine.timers.filter((timer) => timer !== event.timer);
        return this.#fire(event.timer);
    }
  }

  #start({ unit, begin }: Call): void {
    const { machine } = this;
    const frame = outsideFrame(unit);
    const spot = { module: 0, span: { start: 0, end: 0 } };
    machine.emit({ kind: 'start', unit, spot });
    const end = (outcome: 'returned' | 'threw', value: Value) => {
      // Whoever called can look at what it is given.
      touchAll(machine.turns, value);
      machine.emit({ kind: 'end', unit, spot, outcome, raw: value.raw, deps: value.deps });
    };
    try {
      const result = toPromise(machine, begin(machine, frame));
      this.#results.push({ unit, promise: result });
      subscribe(machine, result, ({ status, value }) => end(status === 'rejected' ? 'threw' : 'returned', value));
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      end('threw', error.value);
    }
  }

  #answer(operation: Operation): void {
    this.#remove(operation);
    const value = operation.performed ?? operation.perform?.() ?? undefinedValue;
    const { raw } = value;
    if (operation.readies !== undefined) this.machine.turns.touch(`about ${operation.readies}`, true);
    if (operation.opens && raw instanceof Unknown)
      this.machine.emit({
        kind: 'opened',
        unit: operation.unit,
        spot: operation.spot,
        what: operation.what,
        term: raw.term,
      });
    resolve(this.machine, operation.promise, value);
  }

  #remove(operation: Operation): void {
    this.machine.operations = this.machine.operations.filter((candidate) => candidate !== operation);
  }

  #fire({ unit: setter, callback, values, spot, round }: Timer): void {
    const unit = { ...childUnit(this.machine, setter, 'timer'), rounds: round };
    const frame = { ...outsideFrame(unit), module: spot.module };
    try {
      callThing(this.machine, frame, callback.raw as Thing, undefinedValue, values, {
        span: spot.span,
        use: 'promise',
        text: 'timer',
      });
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
    }
  }

  /** A call that waits for a promise which, in the end, waits for the call. */
  #findDeadlocks(): void {
    for (const { unit, promise } of this.#results) {
      if (promise.promise?.status !== 'pending' || !circular(promise)) continue;
      const last = this.machine.events.findLast((event) => event.kind === 'pause' && rootOf(event.unit) === unit.id);
      if (last?.kind === 'pause') this.machine.emit({ kind: 'deadlock', unit, spot: last.spot, what: last.what });
    }
  }
}

function circular(promise: Thing): boolean {
  const open = [promise];
  const seen = new Set<Thing>();
  while (open.length > 0) {
    const next = open.pop()!;
    if (seen.has(next) || next.promise?.status !== 'pending') continue;
    if (waitsForItself(next)) return true;
    seen.add(next);
    open.push(...next.promise.waitsFor);
  }
  return false;
}

const emptyScope = new Scope(-1, -1, 0);

export function outsideFrame(unit: Unit): Frame {
  return {
    node: undefined,
    module: 0,
    activation: -1,
    unit,
    self: undefinedValue,
    home: undefined,
    detached: false,
    depth: 0,
    scope: emptyScope,
    control: 0n,
    guard: 0n,
  };
}
