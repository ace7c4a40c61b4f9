// A process as the atomicity procedure sees it: the functions it can call, each a flow graph whose edges say what they do
// to locks, units and shared variables. Inner levels of reentrant locks and nested units that show within the function
// are silent already; those that depend on the caller are decided when the function is entered (strength reduction,
// 004, in the form for lexical scopes). Everything else (data, conditions) is silent.

import { derived } from '../../../base/derived.js';
import { edgesBySource } from '../../../base/graph.js';
import { type BitSet, emptySet, singleton } from '../../../base/integers/bit-set.js';
import { isNotified } from '../../../model/program/analyses/notifications.js';
import {
  declaredLock,
  type Edge,
  type FunctionGraph,
  type FunctionId,
  type Program,
} from '../../../model/program/program.js';
import { type NodeScope, nodeScopes, type Refusal } from '../../../translate/pushdown/lock-scopes.js';
import type { ExpandedBody } from '../threads/thread-expansion.js';
import {
  areNested,
  closeOverCalls,
  interrupts,
  type LockRegion,
  lockRegions,
  locksHeldAtAccesses,
  variablesOfUnits,
} from './flow-facts.js';

export type FlowLabel =
  | { readonly kind: 'silent' }
  | { readonly kind: 'access'; readonly access: 'R' | 'W'; readonly variable: number }
  /** First level within the function; `always`: ownership changes whatever the caller holds (`wait`). */
  | { readonly kind: 'acquire' | 'release'; readonly lock: number; readonly always: boolean }
  | { readonly kind: 'begin-unit' | 'end-unit'; readonly unit: number }
  | { readonly kind: 'call'; readonly function: FunctionId }
  /** Under cooperative scheduling another process may run before it. */
  | { readonly kind: 'switch' }
  /** Locks taken and given back without anything in between that matters (slice/uses.ts). */
  | { readonly kind: 'use'; readonly locks: readonly number[] };

export interface FlowEdge {
  readonly from: number;
  readonly to: number;
  readonly label: FlowLabel;
  readonly edge: Edge;
  /** The second half of a `wait`: the lock is taken again. */
  readonly resumes: boolean;
  /** What is done along the way, calls included, if this edge stands for more than itself. */
  readonly through?: readonly FlowEdge[];
}

export interface FlowFunction {
  readonly id: FunctionId;
  readonly nodeCount: number;
  readonly entry: number;
  readonly exit: number;
  /** Only edges from nodes that can be reached, and calls only of functions that can be entered. */
  readonly edges: readonly FlowEdge[];
  readonly scopes: readonly (NodeScope | undefined)[];
}

const silent: FlowLabel = { kind: 'silent' };

/** The flow graph of one function; `spawn` and `join` do nothing in it. */
function flowFunction(program: Program, id: FunctionId): FlowFunction | Refusal {
  const graph = program.functions[id]!;
  const scopes = nodeScopes(graph, program.source);
  if ('because' in scopes) return scopes;
  const allScopes = [...scopes];
  const edges = graph.edges.flatMap((edge): FlowEdge[] => {
    const scope = scopes[edge.from];
    if (!scope) return [];
    return flowEdges(program, scope, edge, edge, allScopes);
  });
  return { id, nodeCount: allScopes.length, entry: graph.entry, exit: graph.exit, edges, scopes: allScopes };
}

/** The flow graph of a thread's expanded body, with start and end locks. */
function flowBody(program: Program, id: FunctionId, { graph, owned }: ExpandedBody): FlowFunction | Refusal {
  const plain = nodeScopes(graph, program.source);
  if ('because' in plain) return plain;
  const scopes = plain.map((scope, node) => scope && { ...scope, owned: owned[node]! });
  const edges = graph.edges.flatMap((edge): FlowEdge[] => {
    const { from, to, original, label, through } = edge;
    const scope = scopes[from];
    if (!scope) return [];
    if (!label) return flowEdges(program, scope, edge, original, scopes);
    return [{ from, to, label, edge: original, resumes: false, ...(through ? { through } : {}) }];
  });
  return { id, nodeCount: scopes.length, entry: graph.entry, exit: graph.exit, edges, scopes };
}

/** `edge` says where it leads in the graph, `original` where in the program. */
function flowEdges(
  program: Program,
  scope: NodeScope,
  edge: Edge,
  original: Edge,
  scopes: (NodeScope | undefined)[],
): FlowEdge[] {
  const { from, to, action } = edge;
  if (action.kind === 'wait') return waitEdges(program, edge, original, scopes);
  const label = labelOf(program, scope, edge);
  const also = action.kind === 'update' && label.kind === 'access' ? [{ ...label, access: 'R' as const }] : [];
  return [label, ...also].map((one) => ({ from, to, label: one, edge: original, resumes: false }));
}

function labelOf(program: Program, scope: NodeScope, { action, to }: Edge): FlowLabel {
  switch (action.kind) {
    case 'read':
    case 'write':
    case 'update': // and a read as well: `flowEdges`
      if (action.location.kind !== 'variable') return silent;
      return { kind: 'access', access: action.kind === 'read' ? 'R' : 'W', variable: action.location.variable };
    case 'acquire':
    case 'release': {
      const lock = declaredLock(action.lock);
      if (lock === undefined) return action.kind === 'acquire' ? switchIn(program) : silent;
      const levels = scope.locks.filter((held) => held === lock).length;
      const changes = levels === (action.kind === 'acquire' ? 0 : 1);
      return changes ? { kind: action.kind, lock, always: false } : silent;
    }
    case 'begin-unit':
      return scope.unitDepth === 0 ? { kind: 'begin-unit', unit: to } : silent;
    case 'end-unit':
      return scope.unitDepth === 1 ? { kind: 'end-unit', unit: scope.unit } : silent;
    case 'call':
      return { kind: 'call', function: action.function };
    // The data are forgotten: what is left of assertions are the places where a cooperative thread goes wrong.
    case 'assert':
    case 'yield':
    case 'join':
      return switchIn(program);
    default:
      return silent;
  }
}

function switchIn({ scheduling }: Program): FlowLabel {
  return scheduling === 'cooperative' ? { kind: 'switch' } : silent;
}

/**
 * `wait(l)` gives l back, on all levels, and takes it again; who wakes it is abstracted, but nothing follows if nobody
 * ever notifies l.
 */
function waitEdges(program: Program, edge: Edge, original: Edge, scopes: (NodeScope | undefined)[]): FlowEdge[] {
  const { action } = edge;
  const lock = action.kind === 'wait' ? declaredLock(action.lock) : undefined;
  const scope = scopes[edge.from]!;
  const between = scopes.push(scope) - 1;
  const isTimed = action.kind === 'wait' && action.timed;
  const wakes = isTimed || lock === undefined || isNotified(program, lock);
  const after = wakes ? edge.to : scopes.push(scope) - 1;
  const label = (kind: 'acquire' | 'release'): FlowLabel =>
    lock === undefined ? { kind: 'switch' } : { kind, lock, always: true };
  return [
    { from: edge.from, to: between, label: label('release'), edge: original, resumes: false },
    { from: between, to: after, label: label('acquire'), edge: original, resumes: true },
  ];
}

/** A process with everything that slicing asks about it. */
export interface FlowProcess {
  readonly program: Program;
  readonly entry: FunctionId;
  readonly functions: ReadonlyMap<FunctionId, FlowFunction>;
  /** How a function gets from its entry to its exit, calling only functions of smaller rank; absent if it cannot. */
  readonly returnPaths: ReadonlyMap<FunctionId, readonly FlowEdge[]>;
  /** Variables accessed in a function and the functions it calls. */
  readonly variables: ReadonlyMap<FunctionId, BitSet>;
  /** Locks acquired in a function and the functions it calls. */
  readonly locks: ReadonlyMap<FunctionId, BitSet>;
  /** Variables accessed within each unit of each function, calls included, by the number of the unit. */
  readonly unitVariables: ReadonlyMap<FunctionId, ReadonlyMap<number, BitSet>>;
  /** The scopes of locks in each function, by the number of the scope. */
  readonly regions: ReadonlyMap<FunctionId, ReadonlyMap<number, LockRegion>>;
  /** Functions that wait, spawn or join, or call one that does. */
  readonly waiting: ReadonlySet<FunctionId>;
  /** Functions that contain, or call one that contains, a unit. */
  readonly withUnits: ReadonlySet<FunctionId>;
  /** Functions that contain, or call one that contains, a switch point. */
  readonly switching: ReadonlySet<FunctionId>;
  /** For each variable the locks that may be held at one of its accesses. */
  readonly heldAt: ReadonlyMap<number, BitSet>;
}

/** A process that begins with a function of the program; it spawns and joins nobody. */
export function flowProcess(program: Program, entry: FunctionId): FlowProcess | Refusal {
  return flowFrom(program, entry, new Map(), [entry]);
}

/** A thread, given by its expanded body: its first function has a number beyond those of the program. */
export function flowThread(program: Program, body: ExpandedBody): FlowProcess | Refusal {
  const entry = program.functions.length;
  const flow = flowBody(program, entry, body);
  if ('because' in flow) return flow;
  const called = flow.edges.flatMap(({ label }) => (label.kind === 'call' ? [label.function] : []));
  return flowFrom(program, entry, new Map([[entry, flow]]), called);
}

/** With `functions` given, and the functions that `called` reach. */
function flowFrom(
  program: Program,
  entry: FunctionId,
  functions: Map<FunctionId, FlowFunction>,
  called: readonly FunctionId[],
): FlowProcess | Refusal {
  for (const id of reachableFunctions(program.functions, called)) {
    const flow = flowFunction(program, id);
    if ('because' in flow) return flow;
    functions.set(id, flow);
  }
  const returnPaths = findReturnPaths(functions);
  for (const [id, flow] of functions) functions.set(id, withoutUnreachable(flow, returnPaths));
  return describeProcess(program, entry, functions, returnPaths, areNested);
}

/**
 * What slicing asks about a process with these functions. Calls of functions that are not among them do nothing that
 * matters. `areTold`: are the lock scopes of this function told apart?
 */
export function describeProcess(
  program: Program,
  entry: FunctionId,
  functions: ReadonlyMap<FunctionId, FlowFunction>,
  returnPaths: FlowProcess['returnPaths'],
  areTold: (flow: FlowFunction) => boolean,
): FlowProcess {
  const variables = closeOverCalls(functions, (label) =>
    label.kind === 'access' ? singleton(label.variable) : emptySet,
  );
  const locks = closeOverCalls(functions, (label) => (label.kind === 'acquire' ? singleton(label.lock) : emptySet));
  const containing = (isOne: (label: FlowLabel) => boolean) => {
    const found = closeOverCalls(functions, (label) => (isOne(label) ? 1n : 0n));
    return new Set([...found].filter(([, flag]) => flag !== 0n).map(([id]) => id));
  };
  const waiting = containing(interrupts);
  const regionsOf = (flow: FlowFunction) => (areTold(flow) ? lockRegions(flow, variables, waiting) : new Map());
  return {
    program,
    entry,
    functions,
    returnPaths,
    variables,
    locks,
    unitVariables: new Map([...functions].map(([id, flow]) => [id, variablesOfUnits(flow, variables)])),
    regions: new Map([...functions].map(([id, flow]) => [id, regionsOf(flow)])),
    waiting,
    withUnits: containing(({ kind }) => kind === 'begin-unit'),
    switching: containing(({ kind }) => kind === 'switch' || kind === 'acquire'),
    heldAt: locksHeldAtAccesses(functions, entry),
  };
}

function reachableFunctions(graphs: readonly FunctionGraph[], entries: readonly FunctionId[]): Set<FunctionId> {
  const found = new Set(entries);
  for (const id of found)
    for (const { action } of graphs[id]!.edges) if (action.kind === 'call') found.add(action.function);
  return found;
}

/** Rounds: a function can return once a path to its exit calls only functions already known to return. */
function findReturnPaths(functions: ReadonlyMap<FunctionId, FlowFunction>): Map<FunctionId, readonly FlowEdge[]> {
  const paths = new Map<FunctionId, readonly FlowEdge[]>();
  for (let grown = true; grown; ) {
    const found = [...functions.values()].flatMap((flow) => {
      if (paths.has(flow.id)) return [];
      const passable = ({ label }: FlowEdge) => label.kind !== 'call' || paths.has(label.function);
      const path = shortestPath(flow, flow.entry, (node) => node === flow.exit, passable);
      return path ? [[flow.id, path] as const] : [];
    });
    for (const [id, path] of found) paths.set(id, path);
    grown = found.length > 0;
  }
  return paths;
}

/** Fewest edges from `start` to a goal over edges that satisfy `passable`. */
export function shortestPath(
  flow: FlowFunction,
  start: number,
  isGoal: (node: number) => boolean,
  passable: (edge: FlowEdge) => boolean,
): readonly FlowEdge[] | undefined {
  let reached: number | undefined;
  const isLast = (node: number) => {
    if (isGoal(node)) reached = node;
    return reached !== undefined;
  };
  const arrivals = waysFrom(flow, start, passable, isLast);
  return reached === undefined ? undefined : pathTo(arrivals, reached);
}

/** Breadth first until a node is the last: by node the edge over which it is first reached, undefined at the start. */
export function waysFrom(
  flow: FlowFunction,
  start: number,
  passable: (edge: FlowEdge) => boolean,
  isLast: (node: number) => boolean = () => false,
): ReadonlyMap<number, FlowEdge | undefined> {
  const outgoing = outgoingFlow(flow);
  const arrivals = new Map<number, FlowEdge | undefined>([[start, undefined]]);
  for (const node of arrivals.keys()) {
    if (isLast(node)) break;
    for (const edge of outgoing[node]!) if (!arrivals.has(edge.to) && passable(edge)) arrivals.set(edge.to, edge);
  }
  return arrivals;
}

function pathTo(arrival: ReadonlyMap<number, FlowEdge | undefined>, node: number): FlowEdge[] {
  const path: FlowEdge[] = [];
  for (let edge = arrival.get(node); edge; edge = arrival.get(edge.from)) path.push(edge);
  return path.reverse();
}

export const outgoingFlow = derived((flow: FlowFunction) => edgesBySource(flow));

/** What follows a call that never returns cannot be reached. */
function withoutUnreachable(flow: FlowFunction, returnPaths: ReadonlyMap<FunctionId, unknown>): FlowFunction {
  const outgoing = outgoingFlow(flow);
  const seen = new Set([flow.entry]);
  for (const node of seen)
    for (const { to, label } of outgoing[node]!)
      if (label.kind !== 'call' || returnPaths.has(label.function)) seen.add(to);
  return { ...flow, edges: flow.edges.filter((edge) => seen.has(edge.from)) };
}
