// Two units of work as a program of two threads, for the engines. Read locks: with two threads each has a lock of its own
// for the shared side, and who wants the exclusive side takes both, so two readers pass and a writer is alone. Exact.

import { derived } from '../../../base/derived.js';
import { edgesBySource } from '../../../base/graph.js';
import type { Span } from '../../../base/source-text.js';
import { GraphBuilder } from '../../../model/program/graph-builder.js';
import type {
  Action,
  AtomicSet,
  Edge,
  FunctionGraph,
  Program,
  VariableDeclaration,
} from '../../../model/program/program.js';
import type { SharedLocation, SharedObject } from '../lower/shared-object.js';
import type { Access, UnitAction, UnitEdge, UnitGraph } from '../lower/unit-graph.js';
import { libraryStepsOf } from '../relevance/library-steps.js';
import { skeletonOf } from '../relevance/skeleton.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';

export interface PairOptions {
  /** Which accesses are part of the question. */
  keeps(access: Access): boolean;
  /** Locations that belong together; one set of all when absent. */
  readonly sets?: readonly (readonly SharedLocation[])[];
  /** Accesses outside of units, for races. */
  readonly withoutUnits?: boolean;
  /** Each unit runs in one thread: a lock that no other unit takes keeps nobody out. */
  readonly oneEach?: boolean;
}

export function pairProgram(units: readonly UnitGraph[], options: PairOptions): Program {
  const names = processNames(units);
  const tables = new Tables(units, options);
  const functions = units.map((unit, i) => functionOf(unit, names[i]!, i, tables, options, units.length));
  const origin = spanOf(units[0]!.origin);
  return {
    kind: 'program',
    source: units[0]!.origin.source,
    scheduling: 'preemptive',
    locks: tables.locks.map((name) => ({ name, origin })),
    variables: tables.variables.map((location) => variable(location, units)),
    classes: [],
    atomicSets: tables.sets(options.sets),
    functions,
    processes: units.map((unit, i) => ({ name: names[i]!, instances: 1, entry: i, origin: spanOf(unit.origin) })),
  };
}

/** Plain data: programs travel between workers. */
export function spanOf({ start, end, source }: SyntaxNode): Span {
  return { start, end, source };
}

export function processNames(units: readonly UnitGraph[]): string[] {
  return units.map((unit, i) =>
    units.findIndex((other) => other.name === unit.name) < i ? `${unit.name} again` : unit.name,
  );
}

function variable(location: SharedLocation, units: readonly UnitGraph[]): VariableDeclaration {
  return {
    name: location.name,
    initial: 0,
    volatile: location.isSafe,
    origin: spanOf(location.field?.node ?? units[0]!.origin),
  };
}

type LockAction = Extract<UnitAction, { kind: 'acquire' | 'release' }>;

function lockKey({ id }: SharedObject, inner: boolean): string {
  return `${inner ? 'inner ' : ''}${id}`;
}

/** The locks that a unit touches, and those whose shared side it takes. */
const locksOf = derived(({ edges }: UnitGraph) => {
  const taken = new Set<string>();
  const shared = new Set<string>();
  for (const { action } of edges) {
    if (action.kind !== 'acquire' && action.kind !== 'release') continue;
    taken.add(lockKey(action.object, action.inner));
    if (action.kind === 'acquire' && action.mode === 'shared') shared.add(action.object.id);
  }
  return { taken, shared };
});

class Tables {
  readonly locks: string[] = [];
  readonly variables: SharedLocation[] = [];
  readonly #lockIds = new Map<string, number>();
  readonly #shared = new Set<string>();
  readonly #takers = new Map<string, number>();

  constructor(
    units: readonly UnitGraph[],
    readonly options: PairOptions,
  ) {
    for (const unit of units) {
      const { taken, shared } = locksOf(unit);
      for (const key of taken) this.#takers.set(key, (this.#takers.get(key) ?? 0) + 1);
      for (const id of shared) this.#shared.add(id);
      for (const access of unit.accesses) if (options.keeps(access)) this.variable(access.location);
    }
  }

  matters({ object, inner }: LockAction): boolean {
    return this.options.oneEach !== true || this.#takers.get(lockKey(object, inner))! > 1;
  }

  variable(location: SharedLocation): number {
    const index = this.variables.findIndex(({ id }) => id === location.id);
    return index >= 0 ? index : this.variables.push(location) - 1;
  }

  /** The locks behind one lock of the source, in the order in which they are taken. */
  lockIds(
    object: SharedObject,
    mode: 'shared' | 'exclusive',
    thread: number,
    inner: boolean,
    threads: number,
  ): number[] {
    const name = inner ? `inside ${object.name}` : object.name;
    const key = lockKey(object, inner);
    if (inner || !this.#shared.has(object.id)) return [this.#lock(key, name)];
    if (mode === 'shared') return [this.#lock(`${key} ${thread}`, `${name} (reader ${thread + 1})`)];
    // Its own first, so that giving back the others leaves the shared side.
    const all = Array.from({ length: threads }, (_, i) => i).sort(
      (a, b) => Number(b === thread) - Number(a === thread),
    );
    return all.map((i) => this.#lock(`${key} ${i}`, `${name} (reader ${i + 1})`));
  }

  #lock(key: string, name: string): number {
    const known = this.#lockIds.get(key);
    if (known !== undefined) return known;
    const id = this.locks.push(this.locks.includes(name) ? `${name} (${key})` : name) - 1;
    this.#lockIds.set(key, id);
    return id;
  }

  sets(asked: PairOptions['sets']): AtomicSet[] {
    if (!asked) return [{ name: '*', variables: this.variables.map((_, i) => i) }];
    const listed = asked.map((set, i) => ({
      name: `S${i + 1}`,
      variables: set.flatMap(({ id }) => {
        const index = this.variables.findIndex((location) => location.id === id);
        return index >= 0 ? [index] : [];
      }),
    }));
    const covered = new Set(listed.flatMap(({ variables }) => variables));
    const alone = this.variables.flatMap((_, i) => (covered.has(i) ? [] : [{ name: `alone ${i}`, variables: [i] }]));
    return [...listed.filter(({ variables }) => variables.length > 0), ...alone];
  }
}

function functionOf(
  unit: UnitGraph,
  name: string,
  thread: number,
  tables: Tables,
  options: PairOptions,
  threads: number,
): FunctionGraph {
  const origin = spanOf(unit.origin);
  const builder = new GraphBuilder({ name: `${name}.main`, shortName: 'main', origin });
  const isVisible = visibility(unit, tables, options);
  const { entry, exit, nodeCount, edges } = skeletonOf(unit, isVisible);
  const outgoing = edgesBySource({ nodeCount, edges });
  const nodes = new Map<number, number>();
  const pending: { readonly node: number; readonly copy: number; readonly made: number }[] = [];
  const copyOf = new Map(edges.filter(({ action }) => action.kind === 'boundary').map((edge, i) => [edge, i + 1]));
  // Each unit that begins in the middle has a copy of the graph: a node lies in one unit, whatever path leads to it.
  const nodeOf = (node: number, copy: number): number => {
    const key = copy * nodeCount + node;
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const made = builder.node();
    nodes.set(key, made);
    pending.push({ node, copy, made });
    return made;
  };
  const last = (made: number) => {
    const ended = options.withoutUnits ? made : builder.step(made, { kind: 'end-unit' }, origin);
    builder.edge(ended, builder.exit, { kind: 'return' }, origin);
  };
  builder.edge(
    builder.entry,
    nodeOf(entry, 0),
    options.withoutUnits ? { kind: 'skip' } : { kind: 'begin-unit' },
    origin,
  );
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, copy, made } = next;
    if (node === exit) last(made);
    for (const edge of outgoing[node]!) {
      const to = nodeOf(edge.to, copyOf.get(edge) ?? copy);
      const actions = actionsOf(edge.action, thread, tables, threads);
      if (actions.length === 0 && to === made) continue;
      let at = made;
      for (const action of actions.slice(0, -1)) at = builder.step(at, action, spanOf(edge.node));
      builder.edge(at, to, actions.at(-1) ?? { kind: 'skip' }, spanOf(edge.node));
    }
  }
  return withoutDuplicates(builder.finish());
}

/** Which steps the question looks at. */
function visibility(unit: UnitGraph, tables: Tables, options: PairOptions): (edge: UnitEdge) => boolean {
  const idle = idleSteps(unit, options);
  return (edge) => {
    const { action } = edge;
    switch (action.kind) {
      case 'access':
        return options.keeps(action.access);
      case 'acquire':
      case 'release':
        return tables.matters(action) && !idle.has(edge);
      case 'boundary':
        return options.withoutUnits !== true;
      case 'skip':
      case 'branch':
        return false;
    }
  };
}

/** One atomic step of a library object in which nothing happens that is asked about is no step. */
function idleSteps(unit: UnitGraph, options: PairOptions): ReadonlySet<UnitEdge> {
  return new Set(
    libraryStepsOf(unit)
      .filter(({ accesses }) => !accesses.some((access) => options.keeps(access)))
      .flatMap(({ ends }) => ends),
  );
}

function actionsOf(action: UnitAction, thread: number, tables: Tables, threads: number): Action[] {
  switch (action.kind) {
    case 'access': {
      const location = { kind: 'variable', variable: tables.variable(action.access.location) } as const;
      return [{ kind: action.access.kind, location }];
    }
    case 'acquire':
    case 'release': {
      const ids = tables.lockIds(action.object, action.mode, thread, action.inner, threads);
      const { kind, downgrades, upgrades } = action;
      return (
        kind === 'acquire' ? (upgrades ? ids.slice(1) : ids) : (downgrades ? ids.slice(1) : [...ids]).reverse()
      ).map((lock) => ({
        kind,
        lock: { kind: 'lock', lock },
      }));
    }
    case 'boundary':
      return [{ kind: 'end-unit' }, { kind: 'begin-unit' }];
    case 'skip':
    case 'branch':
      return [];
  }
}

function withoutDuplicates(graph: FunctionGraph): FunctionGraph {
  const seen = new Set<string>();
  const edges = graph.edges.filter(({ from, to, action }: Edge) => {
    const key = `${from} ${to} ${JSON.stringify(action)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return { ...graph, edges };
}
