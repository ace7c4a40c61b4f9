// Where a thread can be and what it can do there, as far as a question sees it (K1, K3, K4, K5, K10, K13): per context, a
// function with what its caller owns, a graph of points. A point is a node with what the function itself has acquired.
// Data and conditions are free: every edge is passable. Bits of owned locks: first the question's locks, then two virtual
// locks per thread of a family: its start, owned by its parent until it spawns it, and its end, owned by itself until it ends.

import {
  type Action,
  type Edge,
  type FunctionId,
  type LocalId,
  type LockId,
  outgoingEdges,
  type Program,
} from '../../model/program/program.js';
import { assignedLocal, canFail, lockKind, unitDepths } from './constructs.js';
import { Numbering } from './histories.js';

/** What a question sees: the codes of an action; if they are goals, those that a thread is *at* before the action. */
export interface Watch {
  readonly codesOf: (action: Action) => readonly number[];
  readonly areGoals: boolean;
}

/** A spawned thread that the question follows, and which of them it is. */
export interface Child {
  readonly function: FunctionId;
  readonly index: number;
}

/** A thread by its first function; itself, if the question follows its start and end, and those that it may spawn. */
export interface Party {
  readonly function: FunctionId;
  readonly self: Child | undefined;
  readonly children: readonly Child[];
}

export type Move =
  | { readonly kind: 'silent' | 'leave-unit'; readonly to: number }
  | { readonly kind: 'acquire' | 'release'; readonly lock: number; readonly to: number }
  | { readonly kind: 'use'; readonly locks: readonly number[]; readonly to: number }
  | { readonly kind: 'access'; readonly code: number; readonly inUnit: boolean; readonly to: number }
  /** Goes on at `to` if the callee has spawned the threads whose start locks are `given`. */
  | { readonly kind: 'call'; readonly context: number; readonly given: number; readonly to: number }
  | { readonly kind: 'return'; readonly given: number; readonly to: -1 };

export interface Point {
  moves: readonly Move[];
  /** May another thread go on while this one is here (K2)? */
  readonly pauses: boolean;
}

interface Context {
  readonly function: FunctionId;
  readonly owned: number;
  readonly inUnit: boolean;
  readonly isRoot: boolean;
}

/** Levels per lock, lock-typed locals that levels were acquired through, start locks given back, threads that locals hold. */
interface State {
  readonly at: number | 'fresh' | 'waiting' | 'stopped';
  readonly edge: Edge | undefined;
  readonly levels: readonly number[];
  readonly aliases: readonly LocalId[];
  readonly given: number;
  readonly handles: Readonly<Record<LocalId, number>>;
}

type Effect = Move extends infer M ? (M extends Move ? Omit<M, 'to'> : never) : never;
type Step = readonly [Effect, State | undefined];

const silent: Effect = { kind: 'silent' };
const mostLevels = 60;
const noThread = -1;

export class Control {
  readonly contexts = new Numbering<Context>();
  /** Why the rules do not apply, once that is known. */
  problem: string | undefined;
  readonly #graphs = new Map<number, readonly Point[]>();
  readonly #visible: ReadonlySet<FunctionId>;
  readonly #isCooperative: boolean;

  constructor(
    readonly program: Program,
    readonly locks: readonly LockId[],
    readonly watch: Watch,
    readonly party: Party,
  ) {
    this.#isCooperative = program.scheduling === 'cooperative';
    this.#visible = this.#visibleFunctions();
  }

  root(): number {
    const { self, children } = this.party;
    const owned = children.reduce((bits, child) => bits | (1 << this.#start(child)), self ? 1 << this.#end(self) : 0);
    return this.#context({ function: this.party.function, owned, inUnit: false, isRoot: true });
  }

  #start({ index }: Child): number {
    return this.locks.length + 2 * index;
  }

  #end(child: Child): number {
    return this.#start(child) + 1;
  }

  /** The first is where it begins. */
  points(context: number): readonly Point[] {
    const known = this.#graphs.get(context) ?? this.#expand(this.contexts.values[context]!);
    this.#graphs.set(context, known);
    return known;
  }

  #context(context: Context): number {
    const { function: id, owned, inUnit, isRoot } = context;
    return this.contexts.of(`${id} ${owned} ${inUnit} ${isRoot}`, () => context);
  }

  #expand(context: Context): readonly Point[] {
    const entry = this.program.functions[context.function]!.entry;
    const states = new Numbering<State>();
    const numberOf = (state: State) => states.of(keyOf(state), () => state);
    const isFresh = context.isRoot && this.party.self !== undefined;
    const levels = this.locks.map(() => 0);
    const handles = Object.fromEntries(this.#ownHandles(context).map((local) => [local, noThread]));
    numberOf({ at: isFresh ? 'fresh' : entry, edge: undefined, levels, aliases: [], given: 0, handles });
    const points: Point[] = [];
    for (let i = 0; i < states.values.length && this.problem === undefined; i++) {
      const state = states.values[i]!;
      const moves = this.#steps(context, state).map(
        ([effect, next]) => ({ ...effect, to: next ? numberOf(next) : -1 }) as Move,
      );
      points.push({ moves, pauses: (i === 0 && context.isRoot) || this.#pauses(context, state) });
    }
    return this.#isCooperative ? points : contract(points);
  }

  #owned({ owned }: Context, { levels, given }: State): number {
    return levels.reduce((bits, level, i) => (level > 0 ? bits | (1 << i) : bits), owned & ~given);
  }

  #steps(context: Context, state: State): Step[] {
    const graph = this.program.functions[context.function]!;
    if (state.at === 'fresh')
      return [
        [
          { kind: 'use', locks: [this.#start(this.party.self!)] },
          { ...state, at: graph.entry },
        ],
      ];
    if (state.at === 'waiting') return this.#resume(context, state);
    if (state.at === 'stopped') return [];
    return outgoingEdges(graph)[state.at]!.flatMap((edge) => {
      const goals = this.watch.areGoals ? this.watch.codesOf(edge.action) : [];
      return [...goals.map((code) => accessStep(code, false, stopped(state))), ...this.#along(context, state, edge)];
    });
  }

  #along(context: Context, state: State, edge: Edge): Step[] {
    const { action } = edge;
    const graph = this.program.functions[context.function]!;
    const steps = this.#perform(context, this.#afterAssignment(state, action), edge);
    if (!this.#isCooperative || !canFail(action, graph, this.program)) return steps;
    // Gone wrong, after its access or its call if it makes one.
    const visible = steps.filter(([{ kind }]) => kind === 'access' || kind === 'call');
    return [...steps, [silent, stopped(state)], ...visible.map(([effect]): Step => [effect, stopped(state)])];
  }

  #perform(context: Context, state: State, edge: Edge): Step[] {
    const { action, to } = edge;
    const next = { ...state, at: to };
    switch (action.kind) {
      case 'read':
      case 'write': {
        const codes = this.watch.areGoals ? [] : this.watch.codesOf(action);
        return codes.length === 0
          ? [[silent, next]]
          : codes.map((code) => accessStep(code, this.#inUnit(context, edge), next));
      }
      case 'end-unit':
        return [[this.#inUnit(context, edge, to) ? silent : { kind: 'leave-unit' }, next]];
      case 'acquire':
      case 'release':
        return this.#lock(context, state, edge, action);
      case 'wait':
        return this.#wait(context, state, edge, action);
      case 'call':
        return this.#call(context, next, action.function, edge);
      case 'return':
        return this.#return(context, state);
      case 'spawn':
        return this.#spawn(next, action);
      case 'join': {
        const effect = this.#join(state, action);
        return effect ? [[effect, next]] : [];
      }
      case 'skip':
      case 'assign':
      case 'choose':
      case 'allocate':
      case 'allocate-array':
      case 'assume':
      case 'assert':
      case 'begin-unit':
      case 'label':
      case 'yield':
      case 'notify':
        return [[silent, next]];
      default:
        return this.#reject('an action without a rule');
    }
  }

  #inUnit(context: Context, edge: Edge, node = edge.from): boolean {
    return context.inUnit || unitDepths(this.program.functions[context.function]!)![node]! > 0;
  }

  #lock(
    context: Context,
    state: State,
    { to }: Edge,
    { kind, lock: expression }: Extract<Action, { kind: 'acquire' | 'release' }>,
  ): Step[] {
    const lock = lockKind(expression, this.program.functions[context.function]!);
    const next = { ...state, at: to };
    if (lock === 'unknown') return this.#reject('a lock that is no declared lock, local or object');
    if (lock === 'object' || this.locks.length === 0) return [[silent, next]];
    if ('local' in lock) return this.#alias(next, kind, lock.local);
    const bit = this.locks.indexOf(lock.lock);
    if (bit === -1) return [[silent, next]];
    const level = state.levels[bit]! + (kind === 'acquire' ? 1 : -1);
    if (level < 0) return this.#reject('a lock is released that the function did not acquire');
    if (level > mostLevels) return this.#reject('a lock is acquired again and again');
    const after = { ...next, levels: state.levels.with(bit, level) };
    const changes = this.#owned(context, state) !== this.#owned(context, after);
    return [[changes ? { kind, lock: bit } : silent, after]];
  }

  /** May be any declared lock: taken, it is ignored (the thread then owns no less); only such a level may be given back. */
  #alias(next: State, kind: 'acquire' | 'release', local: LocalId): Step[] {
    if (next.aliases.length > mostLevels) return this.#reject('a lock is acquired again and again');
    if (kind === 'acquire') return [[silent, { ...next, aliases: [...next.aliases, local] }]];
    const last = next.aliases.lastIndexOf(local);
    if (last === -1) return this.#reject('a release of a lock that may be any');
    return [[silent, { ...next, aliases: next.aliases.toSpliced(last, 1) }]];
  }

  /** Gives the lock back on all levels; it is taken again where the thread resumes. */
  #wait(context: Context, state: State, edge: Edge, { lock: expression }: Extract<Action, { kind: 'wait' }>): Step[] {
    const lock = lockKind(expression, this.program.functions[context.function]!);
    const waiting: State = { ...state, at: 'waiting', edge };
    const owned = this.#owned(context, state) & ((1 << this.locks.length) - 1);
    if (lock === 'unknown' || (typeof lock !== 'string' && 'local' in lock && owned !== 0))
      return this.#reject('a wait on a lock that may be any');
    const bit = typeof lock !== 'string' && 'lock' in lock ? this.locks.indexOf(lock.lock) : -1;
    if (bit === -1) return [[silent, waiting]];
    return (owned >> bit) & 1 ? [[{ kind: 'release', lock: bit }, waiting]] : [];
  }

  #resume(context: Context, { edge, ...state }: State): Step[] {
    const { action, to } = edge!;
    if (action.kind !== 'wait') return [];
    const next: State = { ...state, at: to, edge: undefined };
    const lock = lockKind(action.lock, this.program.functions[context.function]!);
    if (typeof lock === 'string' || 'local' in lock) return [[silent, next]];
    if (!this.#isNotified(lock.lock)) return [];
    const bit = this.locks.indexOf(lock.lock);
    return [[bit === -1 ? silent : { kind: 'acquire', lock: bit }, next]];
  }

  #isNotified(lock: LockId): boolean {
    return this.program.functions.some(({ edges }) =>
      edges.some(
        ({ action }) => action.kind === 'notify' && (action.lock.kind !== 'lock' || action.lock.lock === lock),
      ),
    );
  }

  #call(context: Context, next: State, callee: FunctionId, edge: Edge): Step[] {
    if (!this.#visible.has(callee)) return [[silent, next]];
    const owned = this.#owned(context, next);
    const inUnit = this.#inUnit(context, edge);
    const called = this.#context({ function: callee, owned, inUnit, isRoot: false });
    const starts = this.party.children.map((child) => (1 << this.#start(child)) & owned);
    const subsets = starts.reduce((sets, bit) => (bit ? [...sets, ...sets.map((set) => set | bit)] : sets), [0]);
    return subsets.map((given) => [
      { kind: 'call', context: called, given },
      { ...next, given: next.given | given },
    ]);
  }

  #return(context: Context, state: State): Step[] {
    const { isRoot } = context;
    const { self } = this.party;
    if (isRoot) return [[self ? { kind: 'release', lock: this.#end(self) } : silent, stopped(state)]];
    if (state.aliases.length > 0 || state.levels.some((level) => level > 0))
      return this.#reject('a lock is still held when its function returns');
    return [[{ kind: 'return', given: state.given }, undefined]];
  }

  /** The thread that is spawned is one that the question follows, if that has not been spawned yet, or another one. */
  #spawn(next: State, { function: id, handle }: Extract<Action, { kind: 'spawn' }>): Step[] {
    const followed = this.party.children.flatMap((child, i): Step[] => {
      const start = this.#start(child);
      if (child.function !== id || (next.given >> start) & 1) return [];
      const handles = handle === undefined ? next.handles : { ...next.handles, [handle]: i };
      return [
        [
          { kind: 'release', lock: start },
          { ...next, given: next.given | (1 << start), handles },
        ],
      ];
    });
    return [...followed, [silent, next]];
  }

  /** A handle that never got a thread is waited for in vain. */
  #join({ given, handles }: State, { thread }: Extract<Action, { kind: 'join' }>): Effect | undefined {
    const { children } = this.party;
    const handle = thread?.kind === 'local' ? handles[thread.local] : undefined;
    if (handle === noThread) return undefined;
    const named = handle === undefined ? [] : [children[handle]!];
    const joined = thread ? named : children.filter((one) => (given >> this.#start(one)) & 1);
    return joined.length > 0 ? { kind: 'use', locks: joined.map((one) => this.#end(one)) } : silent;
  }

  /** Locals that hold no thread at first. */
  #ownHandles(context: Context): LocalId[] {
    const { locals, parameters } = this.program.functions[context.function]!;
    return [...locals.keys()].filter((local) => locals[local]!.type.kind === 'thread' && !parameters.includes(local));
  }

  #afterAssignment(state: State, action: Action): State {
    const local = assignedLocal(action);
    if (local === undefined) return state;
    if (state.aliases.includes(local)) this.#reject('a local changes while a lock is held through it');
    const { [local]: _, ...handles } = state.handles;
    const value = action.kind === 'assign' ? action.value : undefined;
    const copied =
      value?.kind === 'local' ? state.handles[value.local] : value?.kind === 'constant' ? noThread : undefined;
    return { ...state, handles: copied === undefined ? handles : { ...handles, [local]: copied } };
  }

  /** Cooperative: a thread keeps the processor unless it is stopped, waits, or may have to. */
  #pauses(context: Context, state: State): boolean {
    if (!this.#isCooperative || typeof state.at !== 'number') return true;
    return outgoingEdges(this.program.functions[context.function]!)[state.at]!.some(({ action }) => {
      if (action.kind === 'yield' || action.kind === 'join') return true;
      if (action.kind !== 'acquire') return false;
      const bit = action.lock.kind === 'lock' ? this.locks.indexOf(action.lock.lock) : -1;
      return bit === -1 || ((this.#owned(context, state) >> bit) & 1) === 0;
    });
  }

  #visibleFunctions(): ReadonlySet<FunctionId> {
    const { functions } = this.program;
    const isOwn = (id: FunctionId) => functions[id]!.edges.some(({ action }) => this.#isVisible(action));
    const visible = new Set([...functions.keys()].filter(isOwn));
    for (let size = -1; size < visible.size; ) {
      size = visible.size;
      functions.forEach(({ edges }, id) => {
        if (edges.some(({ action }) => action.kind === 'call' && visible.has(action.function))) visible.add(id);
      });
    }
    return visible;
  }

  #isVisible(action: Action): boolean {
    if (this.#isCooperative || this.watch.codesOf(action).length > 0) return true;
    if (action.kind === 'join' && action.thread) return true;
    if (action.kind === 'spawn' || action.kind === 'join') return this.party.children.length > 0;
    if (action.kind !== 'acquire' && action.kind !== 'release' && action.kind !== 'wait') return false;
    return this.locks.length > 0 && (action.lock.kind !== 'lock' || this.locks.includes(action.lock.lock));
  }

  #reject(because: string): [] {
    this.problem ??= because;
    return [];
  }
}

function accessStep(code: number, inUnit: boolean, next: State): Step {
  return [{ kind: 'access', code, inUnit }, next];
}

function stopped(state: State): State {
  return { ...state, at: 'stopped', edge: undefined, aliases: [], handles: {} };
}

function keyOf({ at, edge, levels, aliases, given, handles }: State): string {
  return `${at} ${edge ? `${edge.from}>${edge.to}` : ''} ${levels} ${aliases} ${given} ${JSON.stringify(handles)}`;
}

/** Joins points along silent moves that are the only way on, or the only way in (K12): joining any would be sound. */
function contract(points: readonly Point[]): readonly Point[] {
  const onlyWayOn = joinPoints(points, ({ moves }) => moves.length === 1);
  const entering = new Array<number>(onlyWayOn.length).fill(0);
  for (const { moves } of onlyWayOn) for (const { to } of moves) if (to !== -1) entering[to]!++;
  const joined = joinPoints(onlyWayOn, (_, to) => to !== 0 && entering[to] === 1);
  return joined.length < points.length ? contract(joined) : joined;
}

function joinPoints(points: readonly Point[], isJoined: (point: Point, to: number) => boolean): readonly Point[] {
  const parent = points.map((_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (parent[at] !== at) at = parent[at]!;
    return at;
  };
  points.forEach((point, i) => {
    for (const { kind, to } of point.moves) if (kind === 'silent' && isJoined(point, to)) parent[find(i)] = find(to);
  });
  const numbers = new Map<number, number>();
  for (const i of points.keys()) if (!numbers.has(find(i))) numbers.set(find(i), numbers.size);
  const joined = [...numbers.keys()].map((): Point & { moves: Move[] } => ({ moves: [], pauses: true }));
  points.forEach(({ moves }, i) => {
    const at = numbers.get(find(i))!;
    for (const move of moves) {
      const to = move.to === -1 ? -1 : numbers.get(find(move.to))!;
      if (move.kind !== 'silent' || to !== at) joined[at]!.moves.push({ ...move, to } as Move);
    }
  });
  return joined;
}
