// Two units of work as a program of two threads, for the engines. Read locks: with two threads each has a lock of its own
// for the shared side, and who wants the exclusive side takes both, so two readers pass and a writer is alone. Exact.

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
import type { SyntaxNode } from '../syntax/syntax-node.js';

export interface PairOptions {
  /** Which accesses are part of the question. */
  keeps(access: Access): boolean;
  /** Locations that belong together; one set of all when absent. */
  readonly sets?: readonly (readonly SharedLocation[])[];
  /** Accesses outside of units, for races. */
  readonly withoutUnits?: boolean;
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

class Tables {
  readonly locks: string[] = [];
  readonly variables: SharedLocation[] = [];
  readonly #lockIds = new Map<string, number>();
  readonly #shared = new Set<string>();

  constructor(units: readonly UnitGraph[], options: PairOptions) {
    for (const { edges } of units) {
      for (const { action } of edges) {
        if (action.kind === 'acquire' && action.mode === 'shared') this.#shared.add(action.object.id);
        if (action.kind === 'access' && options.keeps(action.access)) this.variable(action.access.location);
      }
    }
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
    const key = `${inner ? 'inner ' : ''}${object.id}`;
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
  const ends = contract(unit, options);
  const outgoing = new Map<number, UnitEdge[]>();
  for (const edge of unit.edges) {
    const from = ends(edge.from);
    outgoing.set(from, [...(outgoing.get(from) ?? []), edge]);
  }
  const nodes = new Map<string, number>();
  const pending: { readonly end: number; readonly copy: number; readonly made: number }[] = [];
  // Each unit that begins in the middle has a copy of the graph: a node lies in one unit, whatever path leads to it.
  const nodeOf = (node: number, copy: number): number => {
    const end = ends(node);
    const known = nodes.get(`${copy} ${end}`);
    if (known !== undefined) return known;
    const made = builder.node();
    nodes.set(`${copy} ${end}`, made);
    pending.push({ end, copy, made });
    return made;
  };
  const last = (made: number) => {
    const ended = options.withoutUnits ? made : builder.step(made, { kind: 'end-unit' }, origin);
    builder.edge(ended, builder.exit, { kind: 'return' }, origin);
  };
  builder.edge(
    builder.entry,
    nodeOf(unit.entry, 0),
    options.withoutUnits ? { kind: 'skip' } : { kind: 'begin-unit' },
    origin,
  );
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { end, copy, made } = next;
    if (end === ends(unit.exit)) last(made);
    for (const edge of outgoing.get(end) ?? []) {
      const begins = edge.action.kind === 'boundary' && !options.withoutUnits;
      const to = nodeOf(edge.to, begins ? unit.edges.indexOf(edge) + 1 : copy);
      const actions = actionsOf(edge.action, thread, tables, options, threads);
      if (actions.length === 0 && to === made) continue;
      let at = made;
      for (const action of actions.slice(0, -1)) at = builder.step(at, action, spanOf(edge.node));
      builder.edge(at, to, actions.at(-1) ?? { kind: 'skip' }, spanOf(edge.node));
    }
  }
  return withoutDuplicates(builder.finish());
}

function actionsOf(
  action: UnitAction,
  thread: number,
  tables: Tables,
  options: PairOptions,
  threads: number,
): Action[] {
  switch (action.kind) {
    case 'access': {
      if (!options.keeps(action.access)) return [];
      const location = { kind: 'variable', variable: tables.variable(action.access.location) } as const;
      return [{ kind: action.access.kind, location }];
    }
    case 'acquire':
    case 'release': {
      const ids = tables.lockIds(action.object, action.mode, thread, action.inner, threads);
      const { kind, downgrades } = action;
      return (kind === 'acquire' ? ids : (downgrades ? ids.slice(1) : [...ids]).reverse()).map((lock) => ({
        kind,
        lock: { kind: 'lock', lock },
      }));
    }
    case 'boundary':
      return options.withoutUnits ? [] : [{ kind: 'end-unit' }, { kind: 'begin-unit' }];
    case 'skip':
    case 'branch':
      return [];
  }
}

/** Nodes that only a step without effect leads on from are the node it leads to. */
function contract(unit: UnitGraph, options: PairOptions): (node: number) => number {
  const isSilent = (action: UnitAction) =>
    action.kind === 'skip' ||
    action.kind === 'branch' ||
    (action.kind === 'access' && !options.keeps(action.access)) ||
    (action.kind === 'boundary' && options.withoutUnits === true);
  const outgoing: UnitGraph['edges'][number][][] = Array.from({ length: unit.nodeCount }, () => []);
  for (const edge of unit.edges) outgoing[edge.from]!.push(edge);
  const next = new Map<number, number>();
  for (const [node, edges] of outgoing.entries()) {
    const targets = new Set(edges.map(({ to }) => to));
    if (targets.size === 1 && edges.every(({ action }) => isSilent(action))) next.set(node, edges[0]!.to);
  }
  return (node) => {
    const seen = new Set<number>();
    let at = node;
    for (let to = next.get(at); to !== undefined && !seen.has(at); to = next.get(at)) {
      seen.add(at);
      at = to;
    }
    return at;
  };
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
