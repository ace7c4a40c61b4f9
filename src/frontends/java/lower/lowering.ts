// The state of lowering one unit: the graph built so far, where we are in it, the values of locals, the locks held, and
// the scopes that a jump has to leave. Jumps carry their state to their target; where several meet, what they agree on
// stays. A branch gives the values it tested new names on each side, so that a stale value can be told from a fresh one.

import type { FieldInfo } from '../symbols/class-info.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';
import type { FoundUse, Swap } from './found-objects.js';
import type { Frame, Scope, Sides, Surroundings, Task } from './frames.js';
import { type HandOver, HandOvers } from './hand-overs.js';
import { heldByAll, inAll, inSome, mergeLocals, type State, sideOf, type Target } from './meeting-paths.js';
import { type LockMode, noSources, type SharedObject, type Sources, union, type Value } from './shared-object.js';
import type {
  Access,
  BlockingCall,
  HandedOut,
  HeldLock,
  JoinCall,
  LockLeak,
  LockOrder,
  NestedUpdate,
  SignalCall,
  Surplus,
  UnitAction,
  UnitEdge,
  Unknown,
  Use,
  WaitCall,
  WayOut,
} from './unit-graph.js';

/** Edges of one unit; beyond, it is too large to say anything. */
const mostEdges = 15000;
export const deepestCall = 12;
export const deepestNesting = 150;

/** Of one value, that a branch looks at. */
const mostNames = 4;

export class Lowering {
  at: number | undefined = 0;
  locals = new Map<string, Value>();
  held: readonly HeldLock[] = [];
  control: Sources = noSources;
  /** Tasks started by this call and not waited for, and tasks that were. */
  running: ReadonlySet<SyntaxNode> = new Set();
  over: ReadonlySet<SyntaxNode> = new Set();
  /** Latches and promises that were waited for, and those counted down and kept, on every path to here. */
  heard: ReadonlySet<string> = new Set();
  given: ReadonlySet<string> = new Set();
  /** Locks and permits that some path to here has taken. */
  taken: ReadonlySet<string> = new Set();
  /** What some path has handed to other threads. */
  passedOn: ReadonlySet<HandOver> = new Set();
  readonly handOvers = new HandOvers();
  readonly foundUses: FoundUse[] = [];
  readonly swaps: Swap[] = [];
  /** Somebody may wait for what this unit does last: ways out by exception matter. */
  watchesWaysOut = false;
  /** This is a task that runs once per object: so is what it starts. */
  isStartedOnce = false;
  /** Tasks that were started before a wait for a latch or promise: what they do before their signal is over. */
  readonly signalled = new Set<SyntaxNode>();
  /** Some way out is taken while a task may still run. */
  leavesTasks = false;
  /** Paths that hold other locks than this one, and go on at the same place of the code. */
  others: readonly Target[] = [];
  /** The call that is being lowered as a condition. */
  condition: (Sides & { readonly call: SyntaxNode }) | undefined;
  scopes: Scope[] = [];
  frames: Frame[] = [];
  loops: number[] = [];
  nesting = 0;
  nodeCount = 2;
  edges: UnitEdge[] = [];
  accesses: Access[] = [];
  readonly signs: Access[] = [];
  /** Per location, the last write so far. */
  readonly written = new Map<string, Access>();
  readonly uses = new Map<number, Set<Use>>();
  readonly derived = new Map<number, Sources>();
  /** Names for the values of all rounds of a loop. */
  readonly carried = new Map<number, number>();
  readonly meetings: (readonly Sources[])[] = [];
  /** Of these, the tests for equality. */
  readonly equalities: (readonly Sources[])[] = [];
  readonly sideNames = new Map<number, ReadonlyMap<number, number>>();
  readonly parts = new Map<number, Set<string>>();
  readonly orders: LockOrder[] = [];
  readonly waits: WaitCall[] = [];
  readonly blocking: BlockingCall[] = [];
  readonly joins: JoinCall[] = [];
  readonly signals: SignalCall[] = [];
  readonly permits: SignalCall[] = [];
  readonly waysOut: WayOut[] = [];
  readonly surplus: Surplus[] = [];
  readonly repeated: Access[] = [];
  readonly nested: NestedUpdate[] = [];
  readonly leaks: LockLeak[] = [];
  readonly handsOut: HandedOut[] = [];
  readonly unstable: Unknown[] = [];
  readonly unknowns: Unknown[] = [];
  readonly guesses = new Set<string>();
  readonly assumptions = new Set<string>();
  /** What was written to places that only this unit sees. */
  readonly contents = new Map<string, Sources>();
  /** What fields of objects under construction were given. */
  readonly freshFields = new Map<unknown, Sources>();
  readonly tasks: Task[] = [];
  /** Elements that this unit made and put where others take them out. */
  readonly givenAway = new Set<string>();
  /** Locks given back by an explicit call somewhere in the unit. */
  readonly released = new Set<string>();
  /** Reads that a stamp was not good for: they count if somebody goes on with them. */
  readonly unvalidated = new Set<number>();
  /** Given back without having been taken here: the other half of a protocol. */
  readonly gives = new Set<string>();
  /** Per collection, the key whose element this unit speaks of. */
  readonly isolatedKeys = new Map<string, string>();
  /** Indices and keys of a class with a lock for each, in order of appearance. */
  readonly keys: string[] = [];
  /** Pairs of objects that were compared with each other: an order of locks may follow from it. */
  orderings: Set<string> = new Set();
  #sources = 0;
  #scopes = 0;
  #loops = 0;

  constructor(
    readonly world: Surroundings,
    /** This is code that was handed over: what it shares with the one who did so is shared. */
    readonly isHanded = false,
    /** Which of the keys that the unit uses is the isolated one; without it, the first. */
    readonly chosenKey?: string,
  ) {}

  get frame(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  /** Is this the index or key that the unit speaks of? One that cannot be told from others is not looked at. */
  isChosen(key: string): boolean | undefined {
    if (key.includes('?')) return undefined;
    if (!this.keys.includes(key)) this.keys.push(key);
    const isIt = key === this.isolatedKey;
    if (!isIt || this.chosenKey !== undefined) this.assumptions.add('A12');
    return isIt;
  }

  /** The index or key that the unit speaks of. */
  get isolatedKey(): string | undefined {
    return this.chosenKey ?? this.keys[0];
  }

  get isTooLarge(): boolean {
    return this.edges.length > mostEdges;
  }

  node(): number {
    return this.nodeCount++;
  }

  emit(action: UnitAction, node: SyntaxNode): void {
    if (this.at === undefined) return;
    const to = this.node();
    this.edges.push({ from: this.at, to, action, node });
    this.at = to;
  }

  /** Takes accesses back that turned out not to count. */
  forget(isVoid: (access: Access) => boolean): void {
    this.accesses = this.accesses.filter((access) => !isVoid(access));
    this.edges = this.edges.map((edge) =>
      edge.action.kind === 'access' && isVoid(edge.action.access) ? { ...edge, action: { kind: 'skip' } } : edge,
    );
  }

  newSource(): number {
    return ++this.#sources;
  }

  newScope(): number {
    return ++this.#scopes;
  }

  newLoop(): number {
    return ++this.#loops;
  }

  use(sources: Sources, use: Use): void {
    for (const id of sources) {
      const known = this.uses.get(id);
      if (known) known.add(use);
      else this.uses.set(id, new Set([use]));
    }
  }

  /** A field that never changes, of an object that these reads found. */
  lookInside(sources: Sources, { name }: FieldInfo): void {
    for (const id of sources) this.parts.set(id, (this.parts.get(id) ?? new Set<string>()).add(name));
  }

  /** Values that are looked at together: one kept too long shows beside a fresh one. */
  meet(operands: readonly Sources[], isEquality = false): void {
    const filled = operands.filter(({ size }) => size > 0);
    if (filled.length < 2) return;
    this.meetings.push(filled);
    if (isEquality) this.equalities.push(filled);
  }

  unknown(node: SyntaxNode, because: string): void {
    if (this.at !== undefined && !this.unknowns.some((known) => known.node === node))
      this.unknowns.push({ node, because });
  }

  snapshot(): State {
    const { held, control, running, over, heard, given, taken, passedOn } = this;
    return { locals: new Map(this.locals), held, control, running, over, heard, given, taken, passedOn };
  }

  restore(state: State, at: number | undefined): void {
    const { locals, held, control, running, over, heard, given, taken, passedOn } = state;
    this.passedOn = passedOn;
    this.heard = heard;
    this.given = given;
    this.taken = taken;
    this.running = running;
    this.over = over;
    this.locals = new Map(locals);
    this.held = held;
    this.control = control;
    this.at = at;
  }

  target(): Target {
    return { node: this.node(), states: [], control: this.control };
  }

  side(): Target {
    return { ...this.target(), isSide: true };
  }

  /** A target whose paths stay apart as long as they hold different locks. */
  meeting(): Target {
    const apart: Target[] = [];
    const target = { ...this.target(), apart };
    apart.push(target);
    return target;
  }

  jump(target: Target, node: SyntaxNode, action: UnitAction = { kind: 'skip' }): void {
    if (this.at === undefined) return;
    const side = sideOf(target, this.held, () => this.target());
    this.edges.push({ from: this.at, to: side.node, action, node });
    side.states.push(this.snapshot());
    this.at = undefined;
  }

  /** Goes on at one side of a meeting; `others` are to be followed as well, by whoever lowers what comes next. */
  enterApart({ apart }: Target): void {
    const [first, ...others] = apart!;
    this.enter(first!);
    this.others = others;
  }

  /** All that are on their way here. */
  jumpAll(target: Target, node: SyntaxNode): void {
    const { others } = this;
    this.others = [];
    this.jump(target, node);
    for (const other of others) {
      this.enter(other);
      this.jump(target, node);
    }
  }

  /** Goes on where the jumps to `target` meet; nowhere if there are none. */
  enter(target: Target): void {
    const [first, ...rest] = target.states;
    if (!first) {
      this.at = undefined;
      return;
    }
    this.restore(first, target.node);
    if (rest.length === 0) return;
    for (const state of rest) this.locals = mergeLocals(this.locals, state.locals);
    this.held = heldByAll(target.states, () => this.newScope());
    const { states } = target;
    this.control = target.isSide ? union(...states.map(({ control }) => control)) : target.control;
    this.running = inSome(states.map(({ running }) => running));
    this.over = inAll(states.map(({ over }) => over));
    this.heard = inAll(states.map(({ heard }) => heard));
    this.given = inAll(states.map(({ given }) => given));
    this.taken = inSome(states.map(({ taken }) => taken));
    this.passedOn = inSome(states.map(({ passedOn }) => passedOn));
  }

  /** A task was waited for, or (without a name) all that were started. */
  join(tasks?: readonly SyntaxNode[]): void {
    const joined = tasks ?? [...this.running];
    this.running = new Set([...this.running].filter((task) => !joined.includes(task)));
    this.over = new Set([...this.over, ...joined]);
    if (this.passedOn.size > 0)
      this.passedOn = new Set([...this.passedOn].filter(({ task }) => task === undefined || !joined.includes(task)));
  }

  /** Both sides of a test; values that it looked at get a new name on each side. */
  branch(sources: Sources, node: SyntaxNode, yes: Target | undefined, no: Target | undefined): void {
    if (this.at === undefined) return;
    this.use(sources, 'branch');
    const before = this.snapshot();
    const from = this.at;
    const sides = [
      ['then', yes],
      ['else', no],
    ] as const;
    for (const [side, target] of sides) {
      if (!target) continue;
      this.restore(before, from);
      this.control = union(before.control, sources);
      const to = this.node();
      this.edges.push({ from, to, action: { kind: 'branch', tests: sources, side }, node });
      if (sources.size > 0) this.sideNames.set(to, this.#rename(sources));
      this.at = to;
      this.jump(target, node);
    }
    this.at = undefined;
  }

  #rename(sources: Sources): ReadonlyMap<number, number> {
    const names = new Map<number, number>();
    for (const [local, value] of this.locals) {
      const tested = [...value.sources].filter((id) => sources.has(id));
      if (tested.length === 0) continue;
      const rest = [...value.sources].filter((id) => !sources.has(id));
      // Names meet again behind the branch: without this, each branch on a value would double them.
      const renamed =
        tested.length > mostNames
          ? [this.#sharedName(tested, names)]
          : tested.map((id) => this.#derivedName(id, names));
      this.locals.set(local, { ...value, sources: new Set([...renamed, ...rest]) });
    }
    return names;
  }

  #sharedName(ids: readonly number[], names: Map<number, number>): number {
    const name = this.newSource();
    this.derived.set(name, new Set(ids));
    for (const id of ids) if (!names.has(id)) names.set(id, name);
    return name;
  }

  #derivedName(id: number, names: Map<number, number>): number {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = this.newSource();
    this.derived.set(name, new Set([id]));
    names.set(id, name);
    return name;
  }

  /** Two objects were compared by something that does not change: all who ask find them in the same order. */
  order(one: string | undefined, two: string | undefined): void {
    if (one !== undefined && two !== undefined && one !== two) this.orderings.add(pairKey(one, two));
  }

  isOrdered(one: SharedObject, two: SharedObject): boolean {
    const keys = one.key !== undefined && two.key !== undefined ? pairKey(one.key, two.key) : '';
    return this.orderings.has(pairKey(one.id, two.id)) || this.orderings.has(keys);
  }

  /** Some lock is held that keeps others out. */
  get isLocked(): boolean {
    return this.held.some(({ isPermit }) => !isPermit);
  }

  holds(object: SharedObject, mode?: LockMode): boolean {
    return this.held.some((lock) => lock.object.id === object.id && (mode === undefined || lock.mode === mode));
  }
}

function pairKey(one: string, two: string): string {
  return one < two ? `${one}|${two}` : `${two}|${one}`;
}
