// A process as the atomicity procedure sees it: the functions it can call, each a flow graph whose edges say what they do
// to locks, units and shared variables. Inner levels of reentrant locks and nested units that show within the function
// are silent already; those that depend on the caller are decided when the function is entered (strength reduction,
// 004, in the form for lexical scopes). Everything else (data, conditions) is silent.

import { type BitSet, emptySet, singleton } from '../base/bit-set.js';
import {
  declaredLock,
  type Edge,
  type FunctionGraph,
  type FunctionId,
  type Program,
} from '../model/program/program.js';
import { type NodeScope, nodeScopes, type Refusal, scopeAfter } from './atomicity-scopes.js';

export type FlowLabel =
  | { readonly kind: 'silent' }
  | { readonly kind: 'access'; readonly access: 'R' | 'W'; readonly variable: number }
  /** First level within the function; `always`: ownership changes whatever the caller holds (`wait`). */
  | { readonly kind: 'acquire' | 'release'; readonly lock: number; readonly always: boolean }
  | { readonly kind: 'begin-unit' | 'end-unit'; readonly unit: number }
  | { readonly kind: 'call'; readonly function: FunctionId }
  /** Under cooperative scheduling another process may run before it. */
  | { readonly kind: 'switch' }
  /** Locks taken and given back without anything in between that matters (atomicity-uses.ts). */
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

/** The flow graph of one function; `spawn` and `join` are as given (start and end locks, or silent). */
export function flowFunction(program: Program, id: FunctionId): FlowFunction | Refusal {
  const graph = program.functions[id]!;
  const scopes = nodeScopes(graph, program.source);
  if ('because' in scopes) return scopes;
  const allScopes = [...scopes];
  const edges = graph.edges.flatMap((edge): FlowEdge[] => {
    const scope = scopes[edge.from];
    if (!scope) return [];
    if (edge.action.kind === 'wait') return waitEdges(edge, allScopes);
    const label = labelOf(program, scope, edge);
    return [{ from: edge.from, to: edge.to, label, edge, resumes: false }];
  });
  return { id, nodeCount: allScopes.length, entry: graph.entry, exit: graph.exit, edges, scopes: allScopes };
}

function labelOf(program: Program, scope: NodeScope, { action, to }: Edge): FlowLabel {
  switch (action.kind) {
    case 'read':
    case 'write':
      if (action.location.kind !== 'variable') return silent;
      return { kind: 'access', access: action.kind === 'read' ? 'R' : 'W', variable: action.location.variable };
    case 'acquire':
    case 'release': {
      const lock = declaredLock(action.lock);
      if (lock === undefined) return program.scheduling === 'cooperative' ? { kind: 'switch' } : silent;
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
    case 'yield':
    case 'join':
      return program.scheduling === 'cooperative' ? { kind: 'switch' } : silent;
    default:
      return silent;
  }
}

/** `wait(l)` gives l back, on all levels, and takes it again; who wakes it is abstracted. */
function waitEdges(edge: Edge, scopes: (NodeScope | undefined)[]): FlowEdge[] {
  const { action } = edge;
  const lock = action.kind === 'wait' ? declaredLock(action.lock) : undefined;
  const scope = scopes[edge.from]!;
  const between = scopes.push(scope) - 1;
  const label = (kind: 'acquire' | 'release'): FlowLabel =>
    lock === undefined ? { kind: 'switch' } : { kind, lock, always: true };
  return [
    { from: edge.from, to: between, label: label('release'), edge, resumes: false },
    { from: between, to: edge.to, label: label('acquire'), edge, resumes: true },
  ];
}

export interface LockRegion {
  readonly lock: number;
  /** Accessed within, calls included. */
  readonly variables: BitSet;
  readonly waits: boolean;
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
  /** Functions that wait, or call one that waits. */
  readonly waiting: ReadonlySet<FunctionId>;
  /** Functions that contain, or call one that contains, a unit. */
  readonly withUnits: ReadonlySet<FunctionId>;
  /** Functions that contain, or call one that contains, a switch point. */
  readonly switching: ReadonlySet<FunctionId>;
  /** For each variable the locks that may be held at one of its accesses. */
  readonly heldAt: ReadonlyMap<number, BitSet>;
}

export function flowProcess(program: Program, entry: FunctionId): FlowProcess | Refusal {
  const reachable = reachableFunctions(program.functions, entry);
  const functions = new Map<FunctionId, FlowFunction>();
  for (const id of reachable) {
    const flow = flowFunction(program, id);
    if ('because' in flow) return flow;
    functions.set(id, flow);
  }
  const returnPaths = findReturnPaths(functions);
  for (const [id, flow] of functions) functions.set(id, withoutUnreachable(flow, returnPaths));
  const variables = closeOverCalls(functions, (label) =>
    label.kind === 'access' ? singleton(label.variable) : emptySet,
  );
  const locks = closeOverCalls(functions, (label) => (label.kind === 'acquire' ? singleton(label.lock) : emptySet));
  const containing = (isOne: (label: FlowLabel) => boolean) => {
    const found = closeOverCalls(functions, (label) => (isOne(label) ? 1n : 0n));
    return new Set([...found].filter(([, flag]) => flag !== 0n).map(([id]) => id));
  };
  const waiting = containing((label) => 'always' in label && label.always);
  return {
    program,
    entry,
    functions,
    returnPaths,
    variables,
    locks,
    unitVariables: new Map([...functions].map(([id, flow]) => [id, variablesOfUnits(flow, variables)])),
    regions: new Map([...functions].map(([id, flow]) => [id, lockRegions(flow, variables, waiting)])),
    waiting,
    withUnits: containing(({ kind }) => kind === 'begin-unit'),
    switching: containing(({ kind }) => kind === 'switch' || kind === 'acquire'),
    heldAt: locksHeldAtAccesses(functions, entry),
  };
}

function reachableFunctions(graphs: readonly FunctionGraph[], entry: FunctionId): Set<FunctionId> {
  const found = new Set([entry]);
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
  const outgoing = outgoingFlow(flow);
  const arrival = new Map<number, FlowEdge | undefined>([[start, undefined]]);
  for (const node of arrival.keys()) {
    if (isGoal(node)) return pathTo(arrival, node);
    for (const edge of outgoing[node]!) if (!arrival.has(edge.to) && passable(edge)) arrival.set(edge.to, edge);
  }
  return undefined;
}

function pathTo(arrival: ReadonlyMap<number, FlowEdge | undefined>, node: number): FlowEdge[] {
  const path: FlowEdge[] = [];
  for (let edge = arrival.get(node); edge; edge = arrival.get(edge.from)) path.push(edge);
  return path.reverse();
}

export function outgoingFlow(flow: FlowFunction): readonly (readonly FlowEdge[])[] {
  const known = outgoingCache.get(flow);
  if (known) return known;
  const outgoing: FlowEdge[][] = Array.from({ length: flow.nodeCount }, () => []);
  for (const edge of flow.edges) outgoing[edge.from]!.push(edge);
  outgoingCache.set(flow, outgoing);
  return outgoing;
}

const outgoingCache = new WeakMap<FlowFunction, readonly (readonly FlowEdge[])[]>();

/** What follows a call that never returns cannot be reached. */
function withoutUnreachable(flow: FlowFunction, returnPaths: ReadonlyMap<FunctionId, unknown>): FlowFunction {
  const outgoing = outgoingFlow(flow);
  const seen = new Set([flow.entry]);
  for (const node of seen)
    for (const { to, label } of outgoing[node]!)
      if (label.kind !== 'call' || returnPaths.has(label.function)) seen.add(to);
  return { ...flow, edges: flow.edges.filter((edge) => seen.has(edge.from)) };
}

/** Union of what the labels of a function and of its callees contribute. */
function closeOverCalls(
  functions: ReadonlyMap<FunctionId, FlowFunction>,
  contribution: (label: FlowLabel) => BitSet,
): Map<FunctionId, BitSet> {
  const sets = new Map<FunctionId, BitSet>();
  for (const [id, flow] of functions)
    sets.set(
      id,
      flow.edges.reduce((set, { label }) => set | contribution(label), emptySet),
    );
  for (let grown = true; grown; ) {
    grown = false;
    for (const [id, flow] of functions) {
      let set = sets.get(id)!;
      for (const { label } of flow.edges) if (label.kind === 'call') set |= sets.get(label.function)!;
      if (set !== sets.get(id)) grown = true;
      sets.set(id, set);
    }
  }
  return sets;
}

function variablesOfUnits(flow: FlowFunction, variables: ReadonlyMap<FunctionId, BitSet>): Map<number, BitSet> {
  const found = new Map<number, BitSet>();
  for (const { from, label } of flow.edges) {
    const { unit } = flow.scopes[from]!;
    if (unit === -1) continue;
    const here = label.kind === 'access' ? singleton(label.variable) : emptySet;
    const below = label.kind === 'call' ? variables.get(label.function)! : emptySet;
    found.set(unit, (found.get(unit) ?? emptySet) | here | below);
  }
  return found;
}

/** Empty if scopes of one lock meet (only `acquire` statements can do that): then scopes are not told apart. */
function lockRegions(
  flow: FlowFunction,
  variables: ReadonlyMap<FunctionId, BitSet>,
  waiting: ReadonlySet<FunctionId>,
): Map<number, LockRegion> {
  const regions = new Map<number, LockRegion>();
  for (const { from, to, label, edge } of flow.edges) {
    const scope = flow.scopes[from]!;
    const after = scopeAfter(scope, edge);
    if (typeof after !== 'string' && flow.scopes[to]!.regions.join() !== after.regions.join()) return new Map();
    const here = label.kind === 'access' ? singleton(label.variable) : emptySet;
    const below = label.kind === 'call' ? variables.get(label.function)! : emptySet;
    const waits = label.kind === 'call' ? waiting.has(label.function) : 'always' in label && label.always;
    scope.regions.forEach((region, i) => {
      // Inner levels of a reentrant lock are no scopes: nothing happens at their ends.
      if (scope.locks.indexOf(scope.locks[i]!) < i) return;
      const known = regions.get(region);
      regions.set(region, {
        lock: scope.locks[i]!,
        variables: (known?.variables ?? emptySet) | here | below,
        waits: (known?.waits ?? false) || waits,
      });
    });
  }
  return regions;
}

/** An over-approximation (all callers together) is enough: keeping a lock too many is exact. */
function locksHeldAtAccesses(functions: ReadonlyMap<FunctionId, FlowFunction>, entry: FunctionId): Map<number, BitSet> {
  const atEntry = new Map<FunctionId, BitSet>([[entry, emptySet]]);
  const heldAt = new Map<number, BitSet>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const flow = functions.get(id)!;
    for (const { from, label } of flow.edges) {
      if (label.kind !== 'access' && label.kind !== 'call') continue;
      const held = flow.scopes[from]!.locks.reduce((set, lock) => set | singleton(lock), atEntry.get(id)!);
      if (label.kind === 'access') heldAt.set(label.variable, (heldAt.get(label.variable) ?? emptySet) | held);
      else if (grow(atEntry, label.function, held)) open.push(label.function);
    }
  }
  return heldAt;
}

function grow(sets: Map<FunctionId, BitSet>, id: FunctionId, more: BitSet): boolean {
  const known = sets.get(id);
  const union = (known ?? emptySet) | more;
  sets.set(id, union);
  return union !== known;
}
