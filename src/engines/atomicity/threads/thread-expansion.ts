// A thread's body with the threads it has started, and the handles it knows, in its nodes: so each spawn and join says
// which start lock it gives back and for which end locks it waits. A place that is passed repeatedly spawns, each time,
// either a thread that the question follows and that has not been started yet, or one that it does not follow.
// What a join waits for is not always known: a handle from a shared variable, a thread that is not followed. Then it
// may be passed (`covering`: every execution is there, and perhaps more) or not (`real`: perhaps not every execution).

import type { Edge, Expression, FunctionGraph, Program, Type } from '../../../model/program/program.js';
import type { FlowEdge, FlowLabel } from '../flow/flow.js';
import type { BodyEdge, ThreadBody } from './thread-bodies.js';
import type { StaticThread, ThreadForest } from './thread-forest.js';

export interface ExpandedEdge extends Edge {
  /** The edge of the program; absent from executions if `through` is empty. */
  readonly original: Edge;
  readonly label?: FlowLabel;
  readonly through?: readonly FlowEdge[];
}

export interface ExpandedGraph extends FunctionGraph {
  readonly edges: readonly ExpandedEdge[];
}

export interface ExpandedBody {
  readonly graph: ExpandedGraph;
  /** By node: the start and end locks that the thread holds there. */
  readonly owned: readonly (readonly number[])[];
  /** For each thread it starts, by id: the threads that its parameters stand for. */
  readonly passed: ReadonlyMap<number, readonly Handle[]>;
  /** Some join waits for nobody knows what. */
  readonly isApproximate: boolean;
}

/** What a variable of type thread may hold: a thread by id, nothing yet, or something that is not followed. */
export type Handle = number | 'none' | 'unknown';

export type ExpansionMode = 'covering' | 'real';

interface Point {
  readonly node: number;
  /** Ids of threads started, ascending. */
  readonly started: readonly number[];
  /** By `frame.local`; what is not there is `none`. */
  readonly handles: ReadonlyMap<string, Handle>;
  /** It has started threads that are not followed. */
  readonly others: boolean;
  /** Where the lock scopes and units that it is in began: within them paths that began apart stay apart. */
  readonly scopes: readonly number[];
}

/** A step from a point: where to, and what it is for the procedure. */
interface Step {
  readonly to: Point;
  readonly label?: FlowLabel;
}

export interface ExpansionRequest {
  readonly forest: ThreadForest;
  readonly thread: StaticThread;
  readonly body: ThreadBody;
  /** Which of its children the question follows. */
  readonly followed: readonly StaticThread[];
  readonly mode: ExpansionMode;
  /** The handles that its parameters hold. */
  readonly parameters: readonly Handle[];
}

/** A handle that never got a thread. */
const nobody: Expression = { kind: 'constant', value: 0 };

/** Undefined if there would be more than `limit` nodes. */
export function expandThread(request: ExpansionRequest, limit: number): ExpandedBody | undefined {
  return new Expansion(request).expand(limit);
}

class Expansion {
  readonly #program: Program;
  readonly #points: Point[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #outgoing: readonly (readonly BodyEdge[])[];
  readonly #siteOf: ReadonlyMap<BodyEdge, { readonly edge: number; readonly repeats: boolean }>;
  readonly #passed = new Map<number, readonly Handle[]>();
  #joinsUnknown = false;
  #joinsAll = false;
  #startsOthers = false;

  constructor(readonly request: ExpansionRequest) {
    const { body, forest } = request;
    this.#program = forest.program;
    const outgoing: BodyEdge[][] = Array.from({ length: body.nodeCount + 1 }, () => []);
    for (const edge of body.edges) outgoing[edge.from]!.push(edge);
    this.#outgoing = outgoing;
    this.#siteOf = new Map(body.sites.map((site) => [body.edges[site.edge]!, site]));
  }

  expand(limit: number): ExpandedBody | undefined {
    const { body } = this.request;
    const edges: ExpandedEdge[] = [];
    this.#number(this.#start());
    for (let from = 0; from < this.#points.length; from++) {
      if (this.#points.length > limit) return undefined;
      const point = this.#points[from]!;
      for (const edge of this.#outgoing[point.node]!)
        for (const { to, label } of this.#steps({ ...point, scopes: scopesAfter(point, edge, from) }, edge)) {
          const isInner = edge.enters !== undefined || edge.leaves;
          const action = isInner ? ({ kind: 'skip' } as const) : edge.edge.action;
          const made = { ...edge.edge, from, to: this.#number(to), action, original: edge.edge };
          edges.push(label ? { ...made, label } : made);
        }
    }
    return this.#enclosed(
      edges,
      this.#points.flatMap(({ node }, i) => (node === body.exit ? [i] : [])),
    );
  }

  #start(): Point {
    const { parameters } = this.#program.functions[this.request.body.function]!;
    const handles = new Map<string, Handle>();
    parameters.forEach((local, i) => {
      const handle = this.request.parameters[i] ?? 'none';
      if (this.#holdsThread(0, local) && handle !== 'none') handles.set(`0.${local}`, handle);
    });
    return { node: this.request.body.entry, started: [], handles, others: false, scopes: [] };
  }

  #number(point: Point): number {
    const handles = [...point.handles].map(([name, handle]) => `${name}=${handle}`).sort();
    const key = `${point.node} ${point.started} ${handles} ${point.others} ${point.scopes}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#points.length);
    return this.#points.push(point) - 1;
  }

  #steps(point: Point, edge: BodyEdge): Step[] {
    const { action } = edge.edge;
    const to = { ...point, node: edge.to };
    switch (action.kind) {
      case 'spawn':
        return this.#spawnSteps(point, edge, action);
      case 'join':
        return this.#joinSteps(point, edge, action.thread);
      case 'assign':
        return [{ to: this.#with(to, edge.frame, action.local, this.#handle(point, edge.frame, action.value)) }];
      case 'read':
      case 'update':
        return [{ to: action.into === undefined ? to : this.#with(to, edge.frame, action.into, 'unknown') }];
      case 'call':
        return [{ to: edge.enters === undefined ? this.#called(to, edge) : this.#entered(point, to, edge) }];
      case 'return':
        return [{ to: edge.leaves ? this.#left(point, to, edge) : to }];
      default:
        return [{ to }];
    }
  }

  #spawnSteps(point: Point, edge: BodyEdge, action: Extract<Edge['action'], { kind: 'spawn' }>): Step[] {
    const site = this.#siteOf.get(edge)!;
    const to = { ...point, node: edge.to };
    const followed = this.request.followed.filter((child) => child.site === site.edge);
    const startable = followed.filter(({ id }) => !point.started.includes(id));
    const starts = startable.map((child): Step => {
      this.#pass(
        child,
        action.arguments.map((value) => this.#handle(point, edge.frame, value)),
      );
      const started = [...point.started, child.id].sort((a, b) => a - b);
      const next = this.#with({ ...to, started }, edge.frame, action.handle, child.id);
      return { to: next, label: { kind: 'release', lock: child.startLock, always: true } };
    });
    if (followed.length > 0 && !site.repeats) return starts;
    const other = this.#with({ ...to, others: this.#remembersOthers() }, edge.frame, action.handle, 'unknown');
    return [...starts, { to: other }];
  }

  #pass(child: StaticThread, handles: readonly Handle[]): void {
    const known = this.#passed.get(child.id);
    const merged = known ? handles.map((handle, i) => (known[i] === handle ? handle : 'unknown')) : handles;
    this.#passed.set(child.id, merged);
  }

  #joinSteps(point: Point, edge: BodyEdge, thread: Expression | undefined): Step[] {
    const to = { ...point, node: edge.to };
    const handle = thread ? this.#handle(point, edge.frame, thread) : undefined;
    // A handle that never got a thread is waited for in vain: others may run, but nothing follows.
    if (handle === 'none') return [{ to: { ...point, node: this.request.body.nodeCount }, label: { kind: 'switch' } }];
    if (handle === 'unknown') this.#joinsUnknown = true;
    if (handle === undefined) this.#joinsAll = true;
    const isKnown = handle === undefined ? !point.others : handle !== 'unknown';
    if (!isKnown && this.request.mode === 'real') return this.#joinSteps(point, edge, nobody);
    const waited = handle === undefined ? point.started : typeof handle === 'number' ? [handle] : [];
    if (waited.length === 0) return [{ to }];
    const locks = waited.map((id) => this.request.forest.threads[id]!.endLock);
    return [{ to, label: { kind: 'use', locks } }];
  }

  /** What a called function starts is not followed. */
  #called(to: Point, { edge: { action }, frame }: BodyEdge): Point {
    if (action.kind !== 'call') return to;
    const threads = this.request.forest.isThreadingFunction(action.function);
    const next = threads ? { ...to, others: to.others || this.#remembersOthers() } : to;
    return this.#with(next, frame, action.result, 'unknown');
  }

  #remembersOthers(): boolean {
    this.#startsOthers = true;
    // Covering executions pass every join: they need not know.
    return this.request.mode === 'real';
  }

  #entered(point: Point, to: Point, { edge: { action }, frame, enters }: BodyEdge): Point {
    if (action.kind !== 'call') return to;
    const { parameters } = this.#program.functions[action.function]!;
    return parameters.reduce(
      (next, local, i) => this.#with(next, enters!, local, this.#handle(point, frame, action.arguments[i])),
      to,
    );
  }

  #left(point: Point, to: Point, { edge: { action }, frame }: BodyEdge): Point {
    const { caller, call } = this.request.body.frames[frame]!;
    const handles = new Map([...point.handles].filter(([name]) => !name.startsWith(`${frame}.`)));
    const value = action.kind === 'return' ? action.value : undefined;
    const result = call?.action.kind === 'call' ? call.action.result : undefined;
    return this.#with({ ...to, handles }, caller, result, this.#handle(point, frame, value));
  }

  #handle(point: Point, frame: number, value: Expression | undefined): Handle {
    if (value?.kind === 'constant') return 'none';
    if (value?.kind !== 'local') return 'unknown';
    return point.handles.get(`${frame}.${value.local}`) ?? 'none';
  }

  #with(point: Point, frame: number, local: number | undefined, handle: Handle): Point {
    if (local === undefined || !this.#holdsThread(frame, local)) return point;
    const handles = new Map(point.handles);
    if (handle === 'none') handles.delete(`${frame}.${local}`);
    else handles.set(`${frame}.${local}`, handle);
    return { ...point, handles };
  }

  #holdsThread(frame: number, local: number): boolean {
    const graph = this.#program.functions[this.request.body.frames[frame]!.function]!;
    const type: Type = graph.locals[local]!.type;
    return type.kind === 'thread';
  }

  /** With a first step that waits for the start lock and a last one that gives the end lock back. */
  #enclosed(inner: readonly ExpandedEdge[], exits: readonly number[]): ExpandedBody {
    const { thread, body } = this.request;
    const graph = this.#program.functions[body.function]!;
    const entry = this.#points.length;
    const exit = entry + 1;
    const spawned = thread.kind === 'spawned';
    const quiet = (from: number, to: number, label: FlowLabel): ExpandedEdge => {
      const original: Edge = { from, to, action: { kind: 'skip' }, origin: graph.origin };
      return { ...original, original, label, through: [] };
    };
    const begins: FlowLabel = spawned ? { kind: 'use', locks: [thread.startLock] } : { kind: 'switch' };
    const ends: FlowLabel = spawned ? { kind: 'release', lock: thread.endLock, always: true } : { kind: 'silent' };
    const edges = [quiet(entry, 0, begins), ...inner, ...exits.map((node) => quiet(node, exit, ends))];
    const own = spawned ? [thread.endLock] : [];
    const held = ({ started }: Point) =>
      this.request.followed.filter(({ id }) => !started.includes(id)).map(({ startLock }) => startLock);
    const inside = this.#points.map((point) => [...own, ...held(point)]);
    const last = this.#points.find(({ node }) => node === body.exit);
    return {
      graph: { ...graph, nodeCount: exit + 1, entry, exit, edges },
      owned: [...inside, inside[0]!, last ? held(last) : []],
      passed: this.#passed,
      isApproximate: this.#joinsUnknown || (this.#joinsAll && this.#startsOthers),
    };
  }
}

function scopesAfter({ scopes }: Point, { edge: { action } }: BodyEdge, from: number): readonly number[] {
  if (action.kind === 'acquire' || action.kind === 'begin-unit') return [...scopes, from];
  return action.kind === 'release' || action.kind === 'end-unit' ? scopes.slice(0, -1) : scopes;
}
