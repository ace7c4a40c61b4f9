// Where a thread can be and what it can do there, as far as a question sees it (K1, K3, K4, K5, K10, K13): per context, a
// function with what its caller owns, a graph of points. A point is a node with what the function itself has acquired.
// Data and conditions are free: every edge is passable. Owned locks are bits: first those of the question, then two virtual
// ones per thread that it follows: its start, owned by its parent until it spawns it, and its end, owned by itself until it ends.

import type {
  Action,
  Edge,
  Expression,
  FunctionGraph,
  FunctionId,
  LocalId,
  LockId,
  Program,
} from '../../model/program/program.js';
import { outgoingEdges } from '../../model/program/program.js';
import { assignedLocal, canFail, unitDepths } from './constructs.js';
import { has, Numbering } from './histories.js';

/** What a question sees: the codes of an action; if they are goals, those that a thread is *at* before it (K16). */
export interface Watch {
  readonly codesOf: (action: Action) => readonly number[];
  readonly areGoals: boolean;
}

/** A spawned thread that the question follows, and which of them it is. */
export interface Child {
  readonly function: FunctionId;
  readonly index: number;
}

/** A thread by its first function; itself, if its start and end are followed, and those that it may spawn. */
export interface Party {
  readonly function: FunctionId;
  readonly self: Child | undefined;
  readonly children: readonly Child[];
}

/** What a move does, if anything: `locks` are acquired or, `~lock`, released. */
interface Effect {
  readonly locks?: readonly number[];
  readonly code?: number;
  readonly isInUnit?: boolean;
  /** The context of a callee; it goes on where the callee has spawned those whose start locks are `given`. */
  readonly callee?: number;
  readonly returns?: true;
  readonly given?: number;
}

export interface Move extends Effect {
  readonly to: number;
}

export interface Point {
  readonly moves: readonly Move[];
  /** May another thread go on while this one is here (K2)? */
  readonly pauses: boolean;
}

export interface Context {
  readonly function: FunctionId;
  readonly owned: number;
  readonly inUnit: boolean;
  readonly isRoot: boolean;
}

/** Levels per lock, locals that locks are held through, start locks given back, and which threads locals hold. */
interface State {
  /** A node; or in `wait` for one of the locks, or another, and where it goes on. */
  readonly at: number | 'fresh' | 'stopped' | { readonly waits: number; readonly to: number };
  readonly levels: readonly number[];
  readonly aliases: readonly LocalId[];
  readonly given: number;
  readonly handles: Readonly<Record<LocalId, number>>;
}

type Advance = readonly [Effect, State];

const mostLevels = 60;
const noThread = -1;

export class Control {
  readonly contexts = new Numbering<Context>();
  /** Why the rules do not apply, once that is known. */
  problem: string | undefined;
  readonly #graphs: (readonly Point[])[] = [];
  readonly #depths: (readonly number[])[] = [];
  readonly #isCooperative: boolean;

  constructor(
    readonly program: Program,
    readonly locks: readonly LockId[],
    readonly watch: Watch,
    readonly party: Party,
  ) {
    this.#isCooperative = program.scheduling === 'cooperative';
  }

  root(): number {
    const { self, children } = this.party;
    const owned = children.reduce((bits, child) => bits | (1 << this.#start(child)), self ? 1 << this.#end(self) : 0);
    return this.#context({ function: this.party.function, owned, inUnit: false, isRoot: true });
  }

  /** Of a context; the first is where it begins. */
  points(context: number): readonly Point[] {
    return (this.#graphs[context] ??= this.#expand(this.contexts.values[context]!));
  }

  #start({ index }: Child): number {
    return this.locks.length + 2 * index;
  }

  #end(child: Child): number {
    return this.#start(child) + 1;
  }

  #context(context: Context): number {
    return this.contexts.of(Object.values(context).join(), () => context);
  }

  #graph(context: Context): FunctionGraph {
    return this.program.functions[context.function]!;
  }

  #expand(context: Context): readonly Point[] {
    const states = new Numbering<State>();
    const numberOf = (state: State) => states.of(JSON.stringify(state), () => state);
    numberOf(this.#first(context));
    const points: Point[] = [];
    for (let i = 0; i < states.values.length && this.problem === undefined; i++) {
      const state = states.values[i]!;
      const steps = this.#steps(context, state);
      const moves = steps.map(([effect, next]) => ({ ...effect, to: numberOf(this.#ahead(context, next)) }));
      points.push({ moves, pauses: (i === 0 && context.isRoot) || this.#pauses(context, state) });
    }
    return points;
  }

  /** Past steps that nobody sees and that are the only way on (K12): joining any states would be sound. */
  #ahead(context: Context, state: State): State {
    const passed = new Set<State['at']>();
    for (let ahead = state; ; passed.add(ahead.at)) {
      const steps = this.#isCooperative || passed.has(ahead.at) ? [] : this.#steps(context, ahead);
      if (steps.length !== 1 || Object.keys(steps[0]![0]).length > 0) return ahead;
      ahead = steps[0]![1];
    }
  }

  /** Locals of type `thread` hold none at first. */
  #first(context: Context): State {
    const { entry, locals, parameters } = this.#graph(context);
    const own = [...locals.keys()].filter((id) => locals[id]!.type.kind === 'thread' && !parameters.includes(id));
    const handles = Object.fromEntries(own.map((local) => [local, noThread]));
    const at = context.isRoot && this.party.self ? 'fresh' : entry;
    return { at, levels: this.locks.map(() => 0), aliases: [], given: 0, handles };
  }

  #owned({ owned }: Context, { levels, given }: State): number {
    return levels.reduce((bits, level, i) => (level > 0 ? bits | (1 << i) : bits), owned & ~given);
  }

  #isInUnit(context: Context, node: number): boolean {
    const depths = (this.#depths[context.function] ??= unitDepths(this.#graph(context))!);
    return context.inUnit || depths[node]! > 0;
  }

  #steps(context: Context, state: State): Advance[] {
    const { at } = state;
    if (at === 'stopped') return [];
    if (at === 'fresh') return [[use([this.#start(this.party.self!)]), { ...state, at: this.#graph(context).entry }]];
    if (typeof at === 'object') return [[at.waits === -1 ? {} : { locks: [at.waits] }, { ...state, at: at.to }]];
    return outgoingEdges(this.#graph(context))[at]!.flatMap((edge) => {
      const goals = this.watch.areGoals ? this.watch.codesOf(edge.action) : [];
      const stops = goals.map((code): Advance => [{ code }, stopped(state)]);
      return [...stops, ...this.#along(context, this.#afterAssignment(state, edge.action), edge)];
    });
  }

  /** Cooperative: a step may go wrong, if it accesses or calls something after that. */
  #along(context: Context, state: State, edge: Edge): Advance[] {
    const steps = this.#perform(context, state, edge);
    if (!this.#isCooperative || !canFail(edge.action, this.#graph(context), this.program)) return steps;
    const done = steps.filter(([{ code, callee }]) => code !== undefined || callee !== undefined);
    return [...steps, [{}, stopped(state)], ...done.map(([effect]): Advance => [effect, stopped(state)])];
  }

  #perform(context: Context, state: State, { action, from, to }: Edge): Advance[] {
    const next = { ...state, at: to };
    switch (action.kind) {
      case 'read':
      case 'write':
      case 'update':
        return this.#watched(action, next, this.#isInUnit(context, from));
      case 'begin-unit':
      case 'end-unit':
        return this.#isInUnit(context, action.kind === 'end-unit' ? to : from)
          ? [[{}, next]]
          : this.#watched(action, next, false);
      case 'acquire':
        return this.#lock(context, next, action.lock, 1);
      case 'release':
        return this.#lock(context, next, action.lock, -1);
      case 'wait':
        return this.#wait(context, state, action, to);
      case 'call':
        return this.#call(context, next, action.function, this.#isInUnit(context, from));
      case 'return':
        return this.#return(context, state);
      case 'spawn':
        return this.#spawn(context, next, action.function, action.handle);
      case 'join':
        return this.#join(context, next, action.thread);
      default:
        return [[{}, next]]; // Nothing but data; kinds without a rule are rejected before (`unknownConstruct`).
    }
  }

  #watched(action: Action, next: State, isInUnit: boolean): Advance[] {
    const codes = this.watch.areGoals ? [] : this.watch.codesOf(action);
    return codes.length > 0 ? codes.map((code) => [{ code, isInUnit }, next]) : [[{}, next]];
  }

  /** Which of the locks it is; -1 for another lock, or for an object, which is no declared lock. */
  #bit(lock: Expression): number {
    return lock.kind === 'lock' ? this.locks.indexOf(lock.lock) : -1;
  }

  /** The local, if it may hold any of the locks. */
  #alias(context: Context, lock: Expression): LocalId | undefined {
    if (lock.kind !== 'local' || this.locks.length === 0) return undefined;
    const { kind } = this.#graph(context).locals[lock.local]!.type;
    return kind === 'class' || kind === 'array' ? undefined : lock.local;
  }

  #lock(context: Context, next: State, lock: Expression, change: 1 | -1): Advance[] {
    const alias = this.#alias(context, lock);
    if (alias !== undefined) return this.#lockAlias(next, alias, change);
    const bit = this.#bit(lock);
    if (bit === -1) return [[{}, next]];
    const level = next.levels[bit]! + change;
    if (level < 0 || level > mostLevels) return this.#reject('a lock is released before, or acquired again and again');
    const after = { ...next, levels: next.levels.with(bit, level) };
    const isInner = this.#owned(context, next) === this.#owned(context, after);
    return [[isInner ? {} : { locks: [change === 1 ? bit : ~bit] }, after]];
  }

  /** To take it is ignored, so the thread owns no less; only such a level may be given back. */
  #lockAlias(next: State, local: LocalId, change: 1 | -1): Advance[] {
    const last = next.aliases.lastIndexOf(local);
    if (change === 1 ? next.aliases.length > mostLevels : last === -1)
      return this.#reject('a lock that may be any is released before, or acquired again and again');
    return [[{}, { ...next, aliases: change === 1 ? [...next.aliases, local] : next.aliases.toSpliced(last, 1) }]];
  }

  /** Gives the lock back on all levels, and takes it again when somebody has notified; if nobody ever does, it stays. */
  #wait(context: Context, state: State, { lock, timed }: Action & { readonly kind: 'wait' }, to: number): Advance[] {
    const owned = this.#owned(context, state) & ((1 << this.locks.length) - 1);
    if (owned !== 0 && this.#alias(context, lock) !== undefined)
      return this.#reject('a wait on a lock that may be any');
    const wakes = ({ action }: Edge) =>
      action.kind === 'notify' &&
      (action.lock.kind !== 'lock' || lock.kind !== 'lock' || action.lock.lock === lock.lock);
    const ends = timed || this.program.functions.some(({ edges }) => edges.some(wakes));
    const bit = this.#bit(lock);
    const waiting: State = { ...state, at: ends ? { waits: bit, to } : 'stopped' };
    if (bit === -1) return [[{}, waiting]];
    return has(owned, bit) ? [[{ locks: [~bit] }, waiting]] : [];
  }

  #call(context: Context, next: State, callee: FunctionId, inUnit: boolean): Advance[] {
    const owned = this.#owned(context, next);
    const called = this.#context({ function: callee, owned, inUnit, isRoot: false });
    let subsets = [0];
    for (const child of this.party.children)
      if (has(owned, this.#start(child))) subsets = subsets.flatMap((set) => [set, set | (1 << this.#start(child))]);
    return subsets.map((given) => [
      { callee: called, given },
      { ...next, given: next.given | given },
    ]);
  }

  #return({ isRoot }: Context, state: State): Advance[] {
    const { self } = this.party;
    if (isRoot) return [[self ? { locks: [~this.#end(self)] } : {}, stopped(state)]];
    if (state.aliases.length > 0 || state.levels.some((level) => level > 0))
      return this.#reject('a lock is still held when its function returns');
    return [[{ returns: true, given: state.given }, stopped(state)]];
  }

  /** The new thread is one that the question follows, if that has not been spawned yet, or another one (K13). */
  #spawn(context: Context, next: State, id: FunctionId, handle: LocalId | undefined): Advance[] {
    const isOpen = (child: Child) => child.function === id && has(this.#owned(context, next), this.#start(child));
    const steps = this.party.children.filter(isOpen).map((child): Advance => {
      const handles = handle === undefined ? next.handles : { ...next.handles, [handle]: child.index };
      return [{ locks: [~this.#start(child)] }, { ...next, given: next.given | (1 << this.#start(child)), handles }];
    });
    return [...steps, [{}, next]];
  }

  /** Waits for those that certainly are waited for; for a handle that never got a thread, in vain. */
  #join(context: Context, next: State, thread: Expression | undefined): Advance[] {
    const handle = thread?.kind === 'local' ? next.handles[thread.local] : undefined;
    if (handle === noThread) return [];
    const isJoined = (child: Child) =>
      thread ? handle === child.index : !has(this.#owned(context, next), this.#start(child));
    const joined = this.party.children.filter(isJoined);
    return [[joined.length > 0 ? use(joined.map((child) => this.#end(child))) : {}, next]];
  }

  #afterAssignment(state: State, action: Action): State {
    const local = assignedLocal(action);
    if (local === undefined) return state;
    if (state.aliases.includes(local)) this.#reject('a local changes while a lock is held through it');
    const { [local]: _, ...handles } = state.handles;
    const value = action.kind === 'assign' ? action.value : undefined;
    const held =
      value?.kind === 'local' ? state.handles[value.local] : value?.kind === 'constant' ? noThread : undefined;
    return { ...state, handles: held === undefined ? handles : { ...handles, [local]: held } };
  }

  /** Cooperative: a thread keeps the processor unless it is stopped, waits, or is about to do what may make it wait. */
  #pauses(context: Context, state: State): boolean {
    if (!this.#isCooperative || typeof state.at !== 'number') return true;
    return outgoingEdges(this.#graph(context))[state.at]!.some(({ action }) => {
      if (action.kind !== 'acquire' || action.attempt) return action.kind === 'yield' || action.kind === 'join';
      const bit = this.#bit(action.lock);
      return bit === -1 || !has(this.#owned(context, state), bit);
    });
  }

  #reject(because: string): [] {
    this.problem ??= because;
    return [];
  }
}

/** Virtual locks are taken and given back at once. */
function use(locks: readonly number[]): Effect {
  return { locks: locks.flatMap((lock) => [lock, ~lock]) };
}

function stopped(state: State): State {
  return { ...state, at: 'stopped', aliases: [], handles: {} };
}
