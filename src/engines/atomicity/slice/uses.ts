// Lock scopes without an access of the question become one step: their locks are *used*. A phase boundary inside such a
// scope can always be moved before it: what was acquired before the boundary is then acquired and released after it,
// which conflicts with nothing that it did not conflict with before. So nobody needs to stop, or guess, inside; and of
// two ways through a scope the one that uses fewer locks is at least as good. A function that only uses locks becomes
// such a step too if it is one scope, and nothing at all if it can be passed without a lock.
// Not under cooperative scheduling, where every acquisition is a switch point.

import { type BitSet, elementsOf, emptySet, isSubset, singleton } from '../../../base/integers/bit-set.js';
import { type FlowEdge, type FlowFunction, type FlowProcess, outgoingFlow } from '../flow/flow.js';
import { type Cone, ConeFilter } from '../reduce/cone-filter.js';

/** A way through a scope or function: the locks it takes and the edges it goes along, those of callees included. */
interface Use {
  readonly locks: BitSet;
  readonly through: readonly FlowEdge[];
}

/** The same while it is being found: the edges from the back, so that ways share their beginnings. */
interface Way {
  readonly locks: BitSet;
  readonly taken: readonly FlowEdge[];
  readonly before: Way | undefined;
}

/** The process with its lock uses made steps of their own, as far as the cone allows. */
export function withAtomicUses(process: FlowProcess, cone: Cone): FlowProcess {
  if (process.program.scheduling === 'cooperative' || cone.allUnits || cone.locks.length === 0) return process;
  const reduction = new UseReduction(process, cone);
  const functions = new Map(process.functions);
  for (const [id, flow] of process.functions)
    if (reduction.filter.keepsFunction(id)) functions.set(id, reduction.reduce(flow));
  return { ...process, functions };
}

/** The edges behind a silent edge: its own way, or a way through the function it calls. */
export function expandSilent(process: FlowProcess, first: FlowEdge): FlowEdge[] {
  const expanded: FlowEdge[] = [];
  const open = [first];
  for (let edge = open.pop(); edge; edge = open.pop()) {
    if (edge.through) expanded.push(...edge.through);
    else {
      expanded.push(edge);
      if (edge.label.kind === 'call') open.push(...process.returnPaths.get(edge.label.function)!.toReversed());
    }
  }
  return expanded;
}

class UseReduction {
  readonly filter: ConeFilter;
  readonly #variables: BitSet;
  readonly #locks: BitSet;
  /** Least ways through each function that has nothing but locks to offer. */
  readonly #uses: ReadonlyMap<number, readonly Use[]>;

  constructor(
    readonly process: FlowProcess,
    cone: Cone,
  ) {
    this.filter = new ConeFilter(process, cone);
    this.#variables = cone.variables.reduce((set, variable) => set | singleton(variable), emptySet);
    this.#locks = cone.locks.reduce((set, lock) => set | singleton(lock), emptySet);
    this.#uses = this.#findUses();
  }

  reduce(flow: FlowFunction): FlowFunction {
    const edges = flow.edges.flatMap((edge): readonly FlowEdge[] => {
      if (this.#isInside(flow, edge.from)) return [];
      if (edge.label.kind === 'call') return this.#reduceCall(edge, edge.label.function);
      return this.#isFree(flow, edge.to) && edge.label.kind === 'acquire' ? this.#passScope(flow, edge) : [edge];
    });
    return { ...flow, edges };
  }

  #reduceCall(edge: FlowEdge, callee: number): readonly FlowEdge[] {
    const uses = this.#uses.get(callee);
    if (!uses) return [edge];
    const free = uses.find(({ locks }) => locks === emptySet);
    if (free) return [{ ...edge, label: { kind: 'silent' }, through: [edge, ...free.through] }];
    return this.#isOneScope(callee)
      ? uses.map((use) => useEdge(edge, edge.to, [edge, ...use.through], use.locks))
      : [edge];
  }

  /** The scope that an acquisition begins, as steps from before it to after it. */
  #passScope(flow: FlowFunction, edge: FlowEdge): FlowEdge[] {
    const region = edge.to;
    const inside = (node: number) => flow.scopes[node]!.regions.includes(region);
    const start = { locks: this.#taken(edge), taken: [edge], before: undefined };
    const exits = this.#waysFrom(flow, edge.to, start, (node) => !inside(node), this.#uses);
    return [...exits].flatMap(([to, uses]) => uses.map((use) => useEdge(edge, to, use.through, use.locks)));
  }

  /** Is the node in a scope that is passed in one step? */
  #isInside(flow: FlowFunction, node: number): boolean {
    return flow.scopes[node]!.regions.some((region) => this.#isFree(flow, region));
  }

  /** A scope of a kept lock with no access of the question, and no wait, in it. */
  #isFree(flow: FlowFunction, region: number): boolean {
    const found = this.process.regions.get(flow.id)!.get(region);
    if (!found || found.waits) return false;
    return (found.variables & this.#variables) === emptySet && this.filter.lockNumber(found.lock) !== undefined;
  }

  /** Everything that a function does to kept locks happens in one scope: then a way through it is one step. */
  #isOneScope(id: number): boolean {
    const flow = this.process.functions.get(id)!;
    const outer = flow.edges.filter((edge) => !this.#isInside(flow, edge.from));
    const starts = outer.filter(
      ({ label }) => label.kind === 'acquire' && this.filter.lockNumber(label.lock) !== undefined,
    );
    const calls = outer.some(({ label }) => label.kind === 'call' && this.filter.keepsFunction(label.function));
    return starts.length === 1 && !calls && this.#isFree(flow, starts[0]!.to);
  }

  /** Rounds, as for return paths: each uses what the rounds before have found, until nothing gets smaller. */
  #findUses(): Map<number, readonly Use[]> {
    const { functions, variables, waiting } = this.process;
    const pure = [...functions.values()].filter(
      ({ id }) =>
        this.filter.keepsFunction(id) && (variables.get(id)! & this.#variables) === emptySet && !waiting.has(id),
    );
    const uses = new Map<number, readonly Use[]>(pure.map(({ id }) => [id, []]));
    for (let grown = true; grown; ) {
      grown = false;
      for (const flow of pure) {
        const start = { locks: emptySet, taken: [], before: undefined };
        const ways = this.#waysFrom(flow, flow.entry, start, (node) => node === flow.exit, uses).get(flow.exit) ?? [];
        const smaller = ways.some((way) => !uses.get(flow.id)!.some(({ locks }) => isSubset(locks, way.locks)));
        if (!smaller) continue;
        uses.set(flow.id, ways);
        grown = true;
      }
    }
    return uses;
  }

  /** Least uses on the ways from a node to nodes where they end. */
  #waysFrom(
    flow: FlowFunction,
    start: number,
    first: Way,
    ends: (node: number) => boolean,
    uses: ReadonlyMap<number, readonly Use[]>,
  ): Map<number, readonly Use[]> {
    const outgoing = outgoingFlow(flow);
    const least = new Map<number, Way[]>([[start, [first]]]);
    const open: { node: number; way: Way }[] = [{ node: start, way: first }];
    for (let at = open.pop(); at; at = open.pop()) {
      const { node, way } = at;
      if (ends(node) || !least.get(node)!.includes(way)) continue;
      for (const edge of outgoing[node]!)
        for (const next of this.#waysAlong(edge, way, uses)) {
          const known = least.get(edge.to) ?? [];
          if (known.some(({ locks }) => isSubset(locks, next.locks))) continue;
          least.set(edge.to, [...known.filter(({ locks }) => !isSubset(next.locks, locks)), next]);
          open.push({ node: edge.to, way: next });
        }
    }
    return new Map([...least].filter(([node]) => ends(node)).map(([node, ways]) => [node, ways.map(finished)]));
  }

  #waysAlong(edge: FlowEdge, before: Way, uses: ReadonlyMap<number, readonly Use[]>): Way[] {
    const { locks } = before;
    if (edge.label.kind !== 'call') return [{ locks: locks | this.#taken(edge), taken: [edge], before }];
    const callee = edge.label.function;
    const below = uses.get(callee);
    if (below) return below.map((use) => ({ locks: locks | use.locks, taken: [edge, ...use.through], before }));
    if (!this.process.returnPaths.has(callee)) return [];
    return [{ locks, taken: expandSilent(this.process, edge), before }];
  }

  #taken({ label }: FlowEdge): BitSet {
    return label.kind === 'acquire' ? singleton(label.lock) & this.#locks : emptySet;
  }
}

function useEdge(from: FlowEdge, to: number, through: readonly FlowEdge[], locks: BitSet): FlowEdge {
  return {
    from: from.from,
    to,
    label: { kind: 'use', locks: elementsOf(locks) },
    edge: from.edge,
    resumes: false,
    through,
  };
}

function finished(last: Way): Use {
  const parts: (readonly FlowEdge[])[] = [];
  for (let way: Way | undefined = last; way; way = way.before) parts.push(way.taken);
  return { locks: last.locks, through: parts.reverse().flat() };
}
