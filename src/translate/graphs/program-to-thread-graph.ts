// A program as a thread graph: data is free, locks, calls, spawns, joins, labels and accesses stay. Functions are cloned
// per set of locks held by their callers, and their nodes per stack of locks acquired in the call, which makes reentrant
// locks exact: an inner acquisition and its release become silent steps. The main thread of the graph starts the
// processes; `P *` is a loop that starts any number. What cannot be kept exactly is refused with its place.

import { derived } from '../../base/derived.js';
import { failure, type Result, success } from '../../base/result.js';
import type { Place, Span } from '../../base/source-text.js';
import { abstractData } from '../../model/program/abstract-data.js';
import { type KnownMonitors, knownMonitors, type MonitorId } from '../../model/program/analyses/known-monitors.js';
import { isNotified } from '../../model/program/analyses/notifications.js';
import { soleChildJoins } from '../../model/program/analyses/sole-children.js';
import { asynchronousConstruct } from '../../model/program/asynchronous.js';
import { locationName } from '../../model/program/event.js';
import {
  type Action,
  type Edge,
  type Expression,
  type FunctionId,
  outgoingEdges,
  type Program,
} from '../../model/program/program.js';
import { sharedLock } from '../../model/program/shared-locks.js';
import { accessLabel } from '../../model/trees/effect-question.js';
import { type GraphNode, maximalLocks, type ThreadGraph } from '../../model/trees/thread-graph.js';

export interface ProgramGraph {
  readonly graph: ThreadGraph;
  /** The program whose steps the nodes are: the given one with its data forgotten. */
  readonly program: Program;
  /** Per node: the edge that a thread takes when it steps over it, if it is a step of the program. */
  readonly edges: readonly (Edge | undefined)[];
  /** Per node: the process whose thread a node of the main thread starts. */
  readonly starts: ReadonlyMap<number, number>;
  /** The first step that may be taken at any time, although the program may have to wait there. */
  readonly loosened?: Loosened;
}

/** The `join` of one thread among several, or a lock that may be one of several objects. */
export interface Loosened {
  readonly what: 'join' | 'lock';
  readonly place: Place;
}

export interface Refusal {
  readonly because: string;
  readonly place: Place;
}

export const translateProgramToThreadGraph = derived(
  (program: Program): Result<ProgramGraph, Refusal> =>
    new Translator(abstractData(program), knownMonitors(program)).translate(),
);

/** A point of the program in a clone: the function, the locks held by its callers, and those acquired in the call. */
interface Point {
  readonly function: FunctionId;
  /** Of the first function of a thread for whose end nobody waits: what it holds then is held for ever. */
  readonly isLast: boolean;
  readonly callersHeld: number;
  readonly node: number;
  readonly stack: readonly number[];
}

const maximalStack = 64;

class Translator {
  readonly #nodes: GraphNode[] = [];
  readonly #edges: (Edge | undefined)[] = [];
  readonly #starts = new Map<number, number>();
  /** Objects whose monitors are told apart, behind the declared locks. */
  readonly #objects: MonitorId[] = [];
  readonly #ids = new Map<string, number>();
  readonly #pending: { readonly id: number; readonly point: Point }[] = [];
  #refusal: Refusal | undefined;
  #loosened: Loosened | undefined;

  constructor(
    readonly program: Program,
    readonly monitors: KnownMonitors,
  ) {}

  translate(): Result<ProgramGraph, Refusal> {
    this.#refuseUnsupported();
    const root = this.#addProcesses();
    for (let item = this.#pending.pop(); item && !this.#refusal; item = this.#pending.pop())
      this.#expand(item.id, item.point);
    if (this.#refusal) return failure(this.#refusal);
    const { program } = this;
    const lockNames = [...program.locks.keys(), ...this.#objects].map((monitor) => this.monitors.names[monitor]!);
    const graph = { nodes: this.#nodes, root, lockNames };
    const loosened = this.#loosened ? { loosened: this.#loosened } : {};
    return success({ graph, program, edges: this.#edges, starts: this.#starts, ...loosened });
  }

  #refuse(because: string, origin: Span): void {
    this.#refusal ??= { because, place: this.program.source.place(origin) };
  }

  #refuseUnsupported(): void {
    const { program } = this;
    const origin = program.processes[0]?.origin ?? { start: 0, end: 0 };
    if (program.scheduling === 'cooperative') this.#refuse('pairwise takes preemptive scheduling only', origin);
    const construct = asynchronousConstruct(program) ?? sharedLock(program);
    if (construct) this.#refuse(`pairwise does not take \`${construct.name}\``, construct.origin);
    if (program.locks.length > maximalLocks) this.#refuse(`pairwise takes at most ${maximalLocks} locks`, origin);
  }

  #add(node: GraphNode, edge?: Edge): number {
    this.#edges.push(edge);
    return this.#nodes.push(node) - 1;
  }

  /** The main thread: start each instance, any number of times for `P *`, then wait for ever. */
  #addProcesses(): number {
    let next = this.#add({ kind: 'bottom' });
    for (let id = this.program.processes.length - 1; id >= 0; id--) {
      const { entry, instances } = this.program.processes[id]!;
      const child = this.#addThread(entry, true);
      if (instances === 'any') next = this.#addLoop(id, child, next);
      else for (let k = 0; k < instances; k++) next = this.#addStart(id, child, next);
    }
    return next;
  }

  #addStart(process: number, child: number, next: number): number {
    const id = this.#add({ kind: 'spawn', child, next });
    this.#starts.set(id, process);
    return id;
  }

  #addLoop(process: number, child: number, next: number): number {
    const loop = this.#add({ kind: 'bottom' });
    this.#nodes[loop] = { kind: 'branch', nexts: [next, this.#addStart(process, child, loop)] };
    return loop;
  }

  #addThread(entry: FunctionId, isLast: boolean): number {
    const end = this.#add({ kind: 'end' });
    return this.#add({ kind: 'call', callee: this.#entryOf(entry, 0, isLast), next: end });
  }

  #entryOf(id: FunctionId, callersHeld: number, isLast = false): number {
    return this.#idOf({ function: id, isLast, callersHeld, node: this.program.functions[id]!.entry, stack: [] });
  }

  #idOf(point: Point): number {
    const key = `${point.function} ${point.isLast} ${point.callersHeld} ${point.node} ${point.stack.join()}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#add({ kind: 'bottom' });
    this.#ids.set(key, id);
    this.#pending.push({ id, point });
    return id;
  }

  /** Gives a point its node: the action of its only edge, or a choice between the actions of its edges. */
  #expand(id: number, point: Point): void {
    const edges = outgoingEdges(this.program.functions[point.function]!)[point.node]!;
    if (edges.length === 1) {
      this.#nodes[id] = this.#translateEdge(edges[0]!, point);
      this.#edges[id] = edges[0];
      return;
    }
    const nexts = edges.map((edge) => this.#add(this.#translateEdge(edge, point), edge));
    this.#nodes[id] = { kind: 'branch', nexts };
  }

  #translateEdge(edge: Edge, point: Point): GraphNode {
    const { action } = edge;
    const next = (stack = point.stack) => this.#idOf({ ...point, node: edge.to, stack });
    switch (action.kind) {
      case 'acquire':
      case 'release':
        return this.#translateLocking(edge, action, point, next);
      case 'call':
        return { kind: 'call', callee: this.#entryOf(action.function, heldAt(point)), next: next() };
      case 'return':
        if (point.stack.length > 0 && point.isLast) return { kind: 'bottom' };
        if (point.stack.length > 0)
          this.#refuse('the function returns while it holds a lock it has acquired', edge.origin);
        return { kind: 'return' };
      case 'spawn':
        return { kind: 'spawn', child: this.#addThread(action.function, !hasJoins(this.program)), next: next() };
      case 'join':
        return this.#translateJoin(edge, action, next());
      case 'label':
        return { kind: 'label', label: action.name, next: next() };
      case 'read':
      case 'write':
      case 'update':
        return {
          kind: 'label',
          label: accessLabel(action.kind === 'read' ? 'read' : 'write', locationName(this.program, action.location)),
          next: next(),
        };
      case 'wait':
        return this.#translateWait(edge, action, point, next);
      case 'yield':
        this.#refuse(`pairwise does not take \`${action.kind}\``, edge.origin);
        return { kind: 'bottom' };
      default:
        return { kind: 'branch', nexts: [next()] };
    }
  }

  /** One thread is joined like all where there is no other; else its join may be passed at any time. */
  #translateJoin(edge: Edge, { thread }: Extract<Action, { kind: 'join' }>, next: number): GraphNode {
    if (!thread || soleChildJoins(this.program).has(edge)) return { kind: 'join', next };
    this.#loosen('join', edge);
    return { kind: 'branch', nexts: [next] };
  }

  #loosen(what: Loosened['what'], { origin }: Edge): void {
    this.#loosened ??= { what, place: this.program.source.place(origin) };
  }

  /** The number of a lock in the graph: a declared one, or the monitor of an object that is made at most once. */
  #lockOf(point: Point, expression: Expression): number | undefined {
    const monitor = this.monitors.of(point.function, expression);
    const declared = this.program.locks.length;
    if (monitor === undefined || monitor < declared) return monitor;
    const known = this.#objects.indexOf(monitor);
    if (known >= 0) return declared + known;
    return declared + this.#objects.length < maximalLocks ? declared + this.#objects.push(monitor) - 1 : undefined;
  }

  /**
   * The lock is given back and, if somebody may notify, taken again: who does and when is left open. Only where the function
   * has taken it itself, and once: then locks stay nested.
   */
  #translateWait(
    edge: Edge,
    action: Extract<Action, { kind: 'wait' }>,
    point: Point,
    next: (stack: readonly number[]) => number,
  ): GraphNode {
    const lock = this.#lockOf(point, action.lock);
    const isOnce = lock !== undefined && heldAt({ ...point, stack: point.stack.slice(0, -1) }) & (1 << lock);
    if (lock === undefined || point.stack.at(-1) !== lock || isOnce) {
      this.#refuse('pairwise takes `wait` on a lock that its function has taken, last and once', edge.origin);
      return { kind: 'bottom' };
    }
    const wakes = action.timed || lock >= this.program.locks.length || isNotified(this.program, lock);
    const again: GraphNode = wakes ? { kind: 'acquire', lock, next: next(point.stack) } : { kind: 'bottom' };
    return { kind: 'release', lock, next: this.#add(again, edge) };
  }

  #translateLocking(
    edge: Edge,
    action: Extract<Action, { kind: 'acquire' | 'release' }>,
    point: Point,
    next: (stack: readonly number[]) => number,
  ): GraphNode {
    const lock = this.#lockOf(point, action.lock);
    if (lock === undefined) {
      this.#loosen('lock', edge);
      return { kind: 'branch', nexts: [next(point.stack)] };
    }
    const isAcquire = action.kind === 'acquire';
    if (!isAcquire && point.stack.at(-1) !== lock)
      this.#refuse('the lock is not the innermost one acquired in this function', edge.origin);
    if (point.stack.length >= maximalStack) this.#refuse('locks are nested too deeply', edge.origin);
    if (this.#refusal) return { kind: 'bottom' };
    const stack = isAcquire ? [...point.stack, lock] : point.stack.slice(0, -1);
    const isInner = (heldAt(isAcquire ? point : { ...point, stack }) & (1 << lock)) !== 0;
    return isInner ? { kind: 'branch', nexts: [next(stack)] } : { kind: action.kind, lock, next: next(stack) };
  }
}

const hasJoins = derived(({ functions }: Program) =>
  functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'join')),
);

function heldAt({ callersHeld, stack }: Point): number {
  return stack.reduce((held, lock) => held | (1 << lock), callersHeld);
}
