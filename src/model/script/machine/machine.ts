// A running script: its heap, its queue of microtasks, what is pending outside, and the trace of accesses. Execution is
// that of ECMAScript: code runs without interruption up to an `await`; microtasks are first in, first out and run to
// exhaustion; only then does an external event happen, and which one is a choice (run.ts). Deterministic, given the
// choices. Conditions on unknown values are choices too, and remembered: nothing is two things in one run.

import type { Span } from '../../../base/source-text.js';
import type { Script } from '../script.js';
import { Abandoned, type Choices, tooLong } from './choices.js';
import type { Frame, Scope } from './frame.js';
import { mayBeNull, resolveHint, withoutNull } from './hints.js';
import type { Lock } from './locks.js';
import type { Origin } from './outside/target.js';
import type { Treatment } from './outside/verbs.js';
import type { Deferred, Operation, Registration, Timer } from './pending.js';
import { Ranges } from './ranges.js';
import type { Cell, Gap, Spot, TraceEvent, WriteKind } from './trace.js';
import { Names, Turns } from './turns.js';
import { type Dependences, none, type Raw, Thing, type ThingKind, termOf, Unknown, type Value } from './value.js';

/**
 * Parameters of different instances are the same unknown (`given`: optional ones as well, which are left out otherwise), or
 * different ones, or only the one at this place differs.
 */
export type ParametersOfCalls = 'same' | 'given' | 'different' | `only ${string}`;

export interface MachineOptions {
  readonly parameters: ParametersOfCalls;
  /** Cells of stores and files outside. */
  readonly external: boolean;
  /** How many awaits of the outside may fail. */
  readonly rejections: number;
  /** What calls of the outside do, by name (`bump`, `store.bump`), where their names do not tell. */
  readonly treated: ReadonlyMap<string, Treatment>;
  /** Which empty arrays of modules and classes begin with unknown elements. */
  readonly populated: (name: string) => boolean;
}

export function areSame(parameters: ParametersOfCalls): boolean {
  return parameters === 'same' || parameters === 'given';
}

/** What the executions of one search share. */
export interface Shared {
  readonly names: Names;
  /** Syntax that some execution has come to. */
  readonly reached: Set<object>;
  /** How conditions on the unknown have turned out elsewhere: they do so here as well. */
  readonly facts?: ReadonlyMap<string, boolean>;
}

export function nothingShared(): Shared {
  return { names: new Names(), reached: new Set() };
}

const mostSteps = 20_000;
const mostEvents = 6_000;

export class Machine {
  readonly events: TraceEvent[] = [];
  readonly gaps: Gap[] = [];
  readonly registrations: Registration[] = [];
  readonly microtasks: (() => void)[] = [];
  operations: Operation[] = [];
  timers: Timer[] = [];
  /** What names timers and intervals. */
  readonly timerIds = new Set<number>();
  /** Intervals and timers that were cleared. */
  readonly cleared = new Set<number>();
  /** What the setup waits for: timers fire there only as long as something does. */
  readonly awaited: Thing[] = [];
  /** Promises that the script settles itself. */
  readonly deferreds: Deferred[] = [];
  /** Events that nobody listened to, with where in the trace. */
  readonly unheard: { readonly emitter: Thing; readonly key: string; readonly index: number }[] = [];
  /** What the outside holds on to, besides modules and handlers. */
  readonly held: Value[] = [];
  /** Instances of classes of the program that are handed over as dependencies. */
  readonly injected = new Map<Thing, Value>();
  /** Dependencies of dependencies that are being made. */
  injecting = 0;
  /** What stores outside hold, by cell. */
  readonly world = new Map<string, Value>();
  /** Conditions on which the outside has served somebody, by cell: it does not do so again. */
  readonly served = new Map<string, Set<string>>();
  /** What was taken for granted about the outside. */
  readonly assumed = new Set<string>();
  readonly lazyThings = new Map<string, Thing>();
  readonly moduleScopes = new Map<number, Scope>();
  /** Terms of what the overlapping calls were given. */
  readonly parameters = new Set<string>();
  /** Names of things, as the source first called them. */
  readonly names = new Map<number, string>();
  /** Locks of the outside world, by owner and key. */
  readonly outsideLocks = new Map<string, Lock>();
  /** Promises of coalesced calls, by key. */
  readonly underWay = new Map<string, Thing>();
  /** Where unknown values were read, by their terms. */
  readonly provenances = new Map<string, Origin>();
  /** What the outside was given when it answered, by the terms of its answers. */
  readonly askedWith = new Map<string, readonly string[]>();
  /** What a transaction has read of its connection, by connection and unit that began it. */
  readonly transactions = new Map<string, Dependences>();
  rejectionsLeft: number;
  /** What a condition should turn out to be if it is up to us: where the code goes on. */
  want = true;
  reads = 0;
  readonly turns: Turns;
  /** Syntax that was come to. */
  readonly reached: Set<object>;
  #steps = 0;
  readonly #facts: Map<string, boolean>;
  readonly #same = new Map<string, Raw>();
  readonly #ranges = new Ranges();
  readonly #touched = new Set<string>();
  readonly #readsOf = new Map<string, Dependences>();
  readonly #gapKeys = new Set<string>();

  constructor(
    readonly script: Script,
    readonly choices: Choices,
    readonly options: MachineOptions,
    shared = nothingShared(),
  ) {
    this.turns = new Turns(shared.names);
    this.reached = shared.reached;
    this.rejectionsLeft = options.rejections;
    this.#facts = new Map(shared.facts);
  }

  /** What was found out about the unknown. */
  get facts(): ReadonlyMap<string, boolean> {
    return this.#facts;
  }

  nextId(): number {
    return this.turns.nextId();
  }

  /** How much was executed so far. */
  get steps(): number {
    return this.#steps;
  }

  tick(): void {
    if (++this.#steps > mostSteps) throw new Abandoned(tooLong);
  }

  newThing(kind: ThingKind, name: string = kind): Thing {
    const thing = new Thing(this.nextId(), kind, name);
    if (kind === 'map' || kind === 'set') thing.entries = new Map();
    return thing;
  }

  /** Something that the outside will answer. */
  await(operation: Omit<Operation, 'label'>): void {
    this.operations.push({ ...operation, label: this.turns.nextLabel() });
  }

  // What is read and written.

  emit(event: TraceEvent): void {
    if (this.events.length > mostEvents) throw new Abandoned('a run touches too many locations');
    event.index = this.events.length;
    this.events.push(event);
  }

  /** What is read now replaces what was read of the same location before. */
  readValue(frame: Frame, cell: Cell, { raw, deps }: Value, span: Span): Value {
    const earlier = this.#readsOf.get(cell.key) ?? none;
    return { raw, deps: (deps & ~earlier) | this.read(frame, cell, raw, span) };
  }

  read(frame: Frame, cell: Cell, raw: Raw, span: Span): Dependences {
    const bit = this.reads++;
    this.turns.touch(cell.key, false);
    this.#readsOf.set(cell.key, (this.#readsOf.get(cell.key) ?? none) | (1n << BigInt(bit)));
    this.emit({ kind: 'read', unit: frame.unit, spot: { module: frame.module, span }, cell, bit, raw });
    return 1n << BigInt(bit);
  }

  write(frame: Frame, cell: Cell, how: WriteKind, value: Value, before: Raw, span: Span): void {
    this.#touched.add(cell.key);
    this.turns.touch(cell.key, true);
    this.emit({
      kind: 'write',
      unit: frame.unit,
      spot: { module: frame.module, span },
      cell,
      how,
      raw: value.raw,
      before,
      value: value.deps,
      control: frame.control,
      conditional: false,
    });
  }

  /** What the outside does under a condition of its own: it is not stale. */
  writeIf(frame: Frame, cell: Cell, raw: Raw, span: Span): void {
    this.turns.touch(cell.key, true);
    const spot = { module: frame.module, span };
    const common = { unit: frame.unit, spot, cell, how: 'set', before: undefined, value: none, control: none } as const;
    this.emit({ kind: 'write', ...common, raw, conditional: true });
  }

  /** The outside looks before it acts: its answer tells what was there. */
  look(frame: Frame, cell: Cell, raw: Raw, span: Span): Dependences {
    const bit = this.reads++;
    this.turns.touch(cell.key, false);
    this.emit({ kind: 'read', unit: frame.unit, spot: { module: frame.module, span }, cell, bit, raw, atomic: true });
    return 1n << BigInt(bit);
  }

  /** All reads of a location so far. */
  readsOf(key: string): Dependences {
    return this.#readsOf.get(key) ?? none;
  }

  wasWritten(key: string): boolean {
    return this.#touched.has(key);
  }

  gap(reason: string, frame: Frame | undefined, span: Span | undefined): void {
    const spot = frame && span ? { module: frame.module, span } : undefined;
    const key = `${reason}@${spot?.module}:${spot?.span.start}`;
    if (this.#gapKeys.has(key)) return;
    this.#gapKeys.add(key);
    this.gaps.push({ reason, spot });
  }

  sourceText(module: number, span: Span): string {
    return this.script.modules[module]?.source.text.slice(span.start, span.end).replace(/\s+/g, ' ') ?? '';
  }

  // What is unknown.

  decide(condition: string, first = this.want): boolean {
    const result = this.#facts.get(condition) ?? (this.choices.choose(2) === 0 ? first : !first);
    this.#facts.set(condition, result);
    return result;
  }

  #known(condition: string): boolean | undefined {
    return this.#facts.get(condition);
  }

  /** `bound < term`, as far as what was found out before leaves it open. */
  isAbove(term: string, bound: number): boolean {
    return this.#ranges.isAbove(term, bound, (condition) => this.decide(condition));
  }

  /** `term < bound` */
  isBelow(term: string, bound: number): boolean {
    return this.#ranges.isBelow(term, bound, (condition) => this.decide(condition));
  }

  /** Is what an unknown name stands for this one? Whoever asks again gets the same answer. */
  isSame(term: string, raw: Raw): boolean {
    const isSame = this.decide(`${term} is ${raw instanceof Unknown ? raw.term : String(raw)}`, true);
    if (isSame) this.#same.set(term, raw);
    return isSame;
  }

  /** Names that were found to stand for this one. */
  namesOf(raw: Raw): string[] {
    return [...this.#same].flatMap(([term, other]) => (termOf(other) === termOf(raw) ? [term] : []));
  }

  /** What an unknown name was found to stand for. */
  sameAs(term: string): Raw {
    return this.#same.get(term);
  }

  isTruthy(value: Value): boolean {
    const { raw } = value;
    if (!(raw instanceof Unknown)) return raw instanceof Thing ? true : Boolean(raw);
    if (raw.traits.external || raw.traits.promise) return true;
    const hint = withoutNull(resolveHint(this.script, raw.traits.type));
    if (this.#known(`null ${raw.term}`) === true) return false;
    const isObject = hint !== undefined && ['array', 'promise', 'function', 'object', 'reference'].includes(hint.kind);
    if (isObject) return !this.isNullish(value);
    if (raw.traits.json) return true;
    return this.decide(`true ${raw.term}`);
  }

  isNullish({ raw }: Value): boolean {
    if (!(raw instanceof Unknown)) return raw === null || raw === undefined;
    if (raw.traits.external || raw.traits.promise || raw.traits.json) return false;
    if (mayBeNull(this.script, raw.traits.type) === false) return false;
    const truth = this.#known(`true ${raw.term}`);
    if (truth === true) return false;
    const kind = withoutNull(resolveHint(this.script, raw.traits.type))?.kind;
    if (truth === false && kind !== 'string' && kind !== 'number' && kind !== 'boolean') return true;
    return this.decide(`null ${raw.term}`, !this.want);
  }
}

export function spotOf(frame: Frame, span: Span): Spot {
  return { module: frame.module, span };
}

/** Everything that a value is made of, as far as it matters outside: it is sent there as a whole. */
export function deepDependences(value: Value, depth = 0): Dependences {
  let deps = value.deps;
  const { raw } = value;
  if (raw instanceof Unknown && raw.traits.json) return deps | deepDependences(raw.traits.json, depth + 1);
  if (!(raw instanceof Thing) || depth > 4 || raw.kind === 'function' || raw.kind === 'promise') return deps;
  for (const item of raw.items) deps |= deepDependences(item, depth + 1);
  for (const property of raw.properties.values()) deps |= deepDependences(property, depth + 1);
  for (const entry of raw.entries?.values() ?? []) deps |= deepDependences(entry.value, depth + 1);
  return deps;
}

/** All of it is looked at, not as a location that matters but as something that others may have changed. */
export function touchAll(turns: Turns, { raw }: Value, depth = 0): void {
  if (raw instanceof Unknown && raw.traits.json) return;
  if (!(raw instanceof Thing) || depth > 4 || raw.kind === 'function' || raw.kind === 'promise') return;
  turns.touch(`${raw.id}.*`, false);
  for (const item of raw.items) touchAll(turns, item, depth + 1);
  for (const [name, property] of raw.properties) {
    turns.touch(`${raw.id}.${name}`, false);
    touchAll(turns, property, depth + 1);
  }
  for (const [key, entry] of raw.entries ?? []) {
    turns.touch(`${raw.id}[${key}]`, false);
    touchAll(turns, entry.value, depth + 1);
  }
}

/** What a store gives back: a copy. */
export function deepCopy(machine: Machine, value: Value, depth = 0): Value {
  const { raw, deps } = value;
  if (raw instanceof Unknown && raw.traits.json === undefined)
    return { raw: new Unknown(raw.term, { ...raw.traits, identity: `${raw.term}#${machine.nextId()}` }), deps };
  if (!(raw instanceof Thing) || depth > 4 || raw.kind === 'function' || raw.kind === 'promise') return value;
  const copy = machine.newThing(raw.kind, raw.name);
  copy.prototype = raw.prototype;
  copy.lazy = raw.lazy && new Unknown(raw.lazy.term, { ...raw.lazy.traits, identity: `${raw.lazy.term}#${copy.id}` });
  copy.items = raw.items.map((item) => deepCopy(machine, item, depth + 1));
  for (const [name, property] of raw.properties) copy.properties.set(name, deepCopy(machine, property, depth + 1));
  for (const [key, entry] of raw.entries ?? [])
    copy.entries?.set(key, { key: entry.key, value: deepCopy(machine, entry.value, depth + 1) });
  return { raw: copy, deps };
}
