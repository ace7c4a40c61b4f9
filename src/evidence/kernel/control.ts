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
import { assignedLocal, canFail, lockKind, unitDepths } from './constructs.js';
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
  readonly leavesUnit?: true;
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
  readonly at: number | 'fresh' | 'stopped' | { readonly waits: Edge };
  readonly levels: readonly number[];
  readonly aliases: readonly LocalId[];
  readonly given: number;
  readonly handles: Readonly<Record<LocalId, number>>;
}

type Step = readonly [Effect, State];

const mostLevels = 60;
const noThread = -1;

export class Control {
  readonly contexts = new Numbering<Context>();
  /** Why the rules do not apply, once that is known. */
  problem: string | undefined;
  readonly #graphs: (readonly Point[])[] = [];
  readonly #visible: ReadonlySet<FunctionId>;
  readonly #isCooperative: boolean;

  constructor(
    readonly program: Program,
    readonly locks: readonly LockId[],
    readonly watch: Watch,
    readonly party: Party,
  ) {
    this.#isCooperative = program.scheduling === 'cooperative';
    this.#visible = visibleFunctions(program, (action) => this.#isVisible(action));
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
      const moves = this.#steps(context, state).map(([effect, next]) => ({ ...effect, to: numberOf(next) }));
      points.push({ moves, pauses: (i === 0 && context.isRoot) || this.#pauses(context, state) });
    }
    return this.#isCooperative ? points : contract(points);
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
    return context.inUnit || unitDepths(this.#graph(context))![node]! > 0;
  }

  #steps(context: Context, state: State): Step[] {
    const { at } = state;
    if (at === 'stopped') return [];
    if (at === 'fresh') return [[use([this.#start(this.party.self!)]), { ...state, at: this.#graph(context).entry }]];
    if (typeof at === 'object') return this.#resume(state, at.waits);
    return outgoingEdges(this.#graph(context))[at]!.flatMap((edge) => {
      const goals = this.watch.areGoals ? this.watch.codesOf(edge.action) : [];
      const stops = goals.map((code): Step => [{ code }, stopped(state)]);
      return [...stops, ...this.#along(context, this.#afterAssignment(state, edge.action), edge)];
    });
  }

  /** Cooperative: a step may go wrong, if it accesses or calls something after that. */
  #along(context: Context, state: State, edge: Edge): Step[] {
    const steps = this.#perform(context, state, edge);
    if (!this.#isCooperative || !canFail(edge, this.#graph(context), this.program)) return steps;
    const done = steps.filter(([{ code, callee }]) => code !== undefined || callee !== undefined);
    return [...steps, [{}, stopped(state)], ...done.map(([effect]): Step => [effect, stopped(state)])];
  }

  #perform(context: Context, state: State, { action, from, to }: Edge): Step[] {
    const next = { ...state, at: to };
    switch (action.kind) {
      case 'read':
      case 'write':
      case 'update': {
        const codes = this.watch.areGoals ? [] : this.watch.codesOf(action);
        return codes.length > 0
          ? codes.map((code) => [{ code, isInUnit: this.#isInUnit(context, from) }, next])
          : [[{}, next]];
      }
      case 'end-unit':
        return [[this.#isInUnit(context, to) ? {} : { leavesUnit: true }, next]];
      case 'acquire':
        return this.#lock(context, next, action.lock, 1);
      case 'release':
        return this.#lock(context, next, action.lock, -1);
      case 'wait':
        return this.#wait(context, { ...state, at: { waits: { action, from, to } as Edge } }, action.lock);
      case 'call':
        return this.#call(context, next, action.function, this.#isInUnit(context, from));
      case 'return':
        return this.#return(context, state);
      case 'spawn':
        return this.#spawn(next, action.function, action.handle);
      case 'join':
        return this.#join(next, action.thread);
      default:
        return [[{}, next]]; // Nothing but data; kinds without a rule are rejected before (`unknownConstruct`).
    }
  }

  #lock(context: Context, next: State, expression: Expression, change: 1 | -1): Step[] {
    const lock = lockKind(expression, this.#graph(context));
    if (lock === 'unknown') return this.#reject('a lock that is no declared lock, local or object');
    if (lock === 'object' || this.locks.length === 0) return [[{}, next]];
    if ('local' in lock) return this.#alias(next, lock.local, change);
    const bit = this.locks.indexOf(lock.lock);
    if (bit === -1) return [[{}, next]];
    const level = next.levels[bit]! + change;
    if (level < 0 || level > mostLevels) return this.#reject('a lock is released before, or acquired again and again');
    const after = { ...next, levels: next.levels.with(bit, level) };
    const isInner = this.#owned(context, next) === this.#owned(context, after);
    return [[isInner ? {} : { locks: [change === 1 ? bit : ~bit] }, after]];
  }

  /** May be any declared lock: to take it is ignored, so the thread owns no less; only such a level may be given back. */
  #alias(next: State, local: LocalId, change: 1 | -1): Step[] {
    const last = next.aliases.lastIndexOf(local);
    if (change === 1 ? next.aliases.length > mostLevels : last === -1)
      return this.#reject('a lock that may be any is released before, or acquired again and again');
    return [[{}, { ...next, aliases: change === 1 ? [...next.aliases, local] : next.aliases.toSpliced(last, 1) }]];
  }

  /** Gives the lock back on all levels, and takes it again when somebody has notified. */
  #wait(context: Context, waiting: State, expression: Expression): Step[] {
    const lock = lockKind(expression, this.#graph(context));
    const owned = this.#owned(context, waiting) & ((1 << this.locks.length) - 1);
    if (lock === 'unknown' || (owned !== 0 && typeof lock !== 'string' && 'local' in lock))
      return this.#reject('a wait on a lock that may be any');
    const bit = typeof lock !== 'string' && 'lock' in lock ? this.locks.indexOf(lock.lock) : -1;
    if (bit === -1) return [[{}, waiting]];
    return has(owned, bit) ? [[{ locks: [~bit] }, waiting]] : [];
  }

  #resume(state: State, { action, to }: Edge): Step[] {
    const lock = action.kind === 'wait' && action.lock.kind === 'lock' ? action.lock.lock : -1;
    const notifies = (other: Action) =>
      other.kind === 'notify' && (other.lock.kind !== 'lock' || other.lock.lock === lock);
    const isNotified =
      lock === -1 ||
      (action.kind === 'wait' && action.timed) ||
      this.program.functions.some(({ edges }) => edges.some((edge) => notifies(edge.action)));
    const bit = this.locks.indexOf(lock);
    return isNotified ? [[bit === -1 ? {} : { locks: [bit] }, { ...state, at: to }]] : [];
  }

  #call(context: Context, next: State, callee: FunctionId, inUnit: boolean): Step[] {
    if (!this.#visible.has(callee)) return [[{}, next]]; // nobody sees what it does
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

  #return({ isRoot }: Context, state: State): Step[] {
    const { self } = this.party;
    if (isRoot) return [[self ? { locks: [~this.#end(self)] } : {}, stopped(state)]];
    if (state.aliases.length > 0 || state.levels.some((level) => level > 0))
      return this.#reject('a lock is still held when its function returns');
    return [[{ returns: true, given: state.given }, stopped(state)]];
  }

  /** The new thread is one that the question follows, if that has not been spawned yet, or another one (K13). */
  #spawn(next: State, id: FunctionId, handle: LocalId | undefined): Step[] {
    const followed = this.party.children.filter(
      (child) => child.function === id && !has(next.given, this.#start(child)),
    );
    const steps = followed.map((child): Step => {
      const handles = handle === undefined ? next.handles : { ...next.handles, [handle]: child.index };
      return [{ locks: [~this.#start(child)] }, { ...next, given: next.given | (1 << this.#start(child)), handles }];
    });
    return [...steps, [{}, next]];
  }

  /** Waits for those that certainly are waited for; for a handle that never got a thread, in vain. */
  #join(next: State, thread: Expression | undefined): Step[] {
    const handle = thread?.kind === 'local' ? next.handles[thread.local] : undefined;
    if (handle === noThread) return [];
    const isJoined = (child: Child) => (thread ? handle === child.index : has(next.given, this.#start(child)));
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
      const bit = action.lock.kind === 'lock' ? this.locks.indexOf(action.lock.lock) : -1;
      return bit === -1 || !has(this.#owned(context, state), bit);
    });
  }

  /** Does it matter whether a function does this? */
  #isVisible(action: Action): boolean {
    if (this.#isCooperative || this.watch.codesOf(action).length > 0) return true;
    if (action.kind === 'spawn' || action.kind === 'join') {
      return this.party.children.length > 0 || (action.kind === 'join' && action.thread !== undefined);
    }
    if (action.kind !== 'acquire' && action.kind !== 'release' && action.kind !== 'wait') return false;
    return this.locks.length > 0 && (action.lock.kind !== 'lock' || this.locks.includes(action.lock.lock));
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

/** Functions that do something visible, never return, or call one that does. */
function visibleFunctions({ functions }: Program, isVisible: (action: Action) => boolean): ReadonlySet<FunctionId> {
  const returning = grow(functions, (graph, known) => {
    const reached = new Set([graph.entry]);
    for (const node of reached)
      for (const { action, to } of outgoingEdges(graph)[node]!)
        if (action.kind !== 'call' || known.has(action.function)) reached.add(to);
    return reached.has(graph.exit);
  });
  return grow(functions, ({ edges }, known, id) => {
    const calls = (action: Action) => action.kind === 'call' && known.has(action.function);
    return !returning.has(id) || edges.some(({ action }) => isVisible(action) || calls(action));
  });
}

/** The least set of functions that a condition on those already in it leads to. */
function grow(
  functions: readonly FunctionGraph[],
  isNext: (graph: FunctionGraph, known: ReadonlySet<FunctionId>, id: FunctionId) => boolean,
): ReadonlySet<FunctionId> {
  const known = new Set<FunctionId>();
  for (let size = -1; size < known.size; ) {
    size = known.size;
    for (const [id, graph] of functions.entries()) if (isNext(graph, known, id)) known.add(id);
  }
  return known;
}

/** Joins points along silent moves that are the only way on, or the only way in (K12): joining any would be sound. */
function contract(points: readonly Point[]): readonly Point[] {
  for (let before = points; ; ) {
    const onlyWayOn = joinPoints(before, ({ moves }) => moves.length === 1);
    const entering = new Array<number>(onlyWayOn.length).fill(0);
    for (const { moves } of onlyWayOn) for (const { to } of moves) entering[to]!++;
    const joined = joinPoints(onlyWayOn, (_, to) => to !== 0 && entering[to] === 1);
    if (joined.length === before.length) return joined;
    before = joined;
  }
}

function joinPoints(points: readonly Point[], isJoined: (point: Point, to: number) => boolean): readonly Point[] {
  const parent = [...points.keys()];
  const find = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at]!;
    return at;
  };
  for (const [i, point] of points.entries())
    for (const move of point.moves) if (isSilent(move) && isJoined(point, move.to)) parent[find(i)] = find(move.to);
  const numbers = new Numbering<Move[]>();
  const numberOf = (i: number) => numbers.of(find(i), () => []);
  numberOf(0);
  for (const [i, { moves }] of points.entries())
    for (const move of moves) {
      const [at, to] = [numberOf(i), numberOf(move.to)];
      if (!isSilent(move) || at !== to) numbers.values[at]!.push({ ...move, to });
    }
  return numbers.values.map((moves) => ({ moves, pauses: true }));
}

function isSilent(move: Move): boolean {
  return Object.keys(move).length === 1;
}
