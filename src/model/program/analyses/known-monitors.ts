// Which lock an expression is, where it can be only one: a declared lock, or the monitor of an object that is made at most once.
// Points-to sets of locals, variables and fields, whatever the order of steps (Andersen); elements of all arrays are one cell.
// `null` is in every set: to lock it is an error of the program, which stops the thread.

import { derived } from '../../../base/derived.js';
import { type Edge, type Expression, type FunctionId, type Location, outgoingEdges, type Program } from '../program.js';

/** A declared lock by its number, then the objects that are made at most once. */
export type MonitorId = number;

export interface KnownMonitors {
  readonly names: readonly string[];
  of(id: FunctionId, expression: Expression): MonitorId | undefined;
}

/** Anything, or one of many objects. */
const any = -1;

export const knownMonitors = derived((program: Program): KnownMonitors => {
  const { locks, source } = program;
  const sites = sitesMadeOnce(program);
  const names = sites.map(({ origin }) => {
    const { line, column } = source.place(origin);
    return `new at ${line}:${column}`;
  });
  const pointers = new Pointers(program, new Map(sites.map((edge, i) => [edge, locks.length + i])));
  return {
    names: [...locks.map(({ name }) => name), ...names],
    of: (id, expression) => pointers.onlyOne(id, expression),
  };
});

type Cell = string;

class Pointers {
  readonly #sets = new Map<Cell, Set<MonitorId>>();
  readonly #flows = new Map<Cell, Set<Cell>>();
  readonly #pending: Cell[] = [];

  constructor(
    readonly program: Program,
    readonly sites: ReadonlyMap<Edge, MonitorId>,
  ) {
    program.functions.forEach(({ edges }, id) => {
      for (const edge of edges) this.#addEdge(id, edge);
    });
    for (let cell = this.#pending.pop(); cell !== undefined; cell = this.#pending.pop())
      for (const to of this.#flows.get(cell) ?? []) for (const one of this.#sets.get(cell)!) this.#add(to, one);
  }

  onlyOne(id: FunctionId, expression: Expression): MonitorId | undefined {
    if (expression.kind === 'lock') return expression.lock;
    if (expression.kind !== 'local') return undefined;
    const [one, ...others] = this.#sets.get(`${id} ${expression.local}`) ?? [];
    return others.length > 0 || one === any ? undefined : one;
  }

  #add(cell: Cell, one: MonitorId): void {
    const set = this.#sets.get(cell) ?? new Set();
    if (set.has(one)) return;
    this.#sets.set(cell, set.add(one));
    this.#pending.push(cell);
  }

  #flow(from: Cell, to: Cell): void {
    const targets = this.#flows.get(from) ?? new Set();
    this.#flows.set(from, targets.add(to));
    if (this.#sets.has(from)) this.#pending.push(from);
  }

  #store(id: FunctionId, value: Expression | undefined, to: Cell): void {
    if (value?.kind === 'lock') this.#add(to, value.lock);
    if (value?.kind === 'local') this.#flow(`${id} ${value.local}`, to);
  }

  #pass(id: FunctionId, callee: FunctionId, given: readonly Expression[]): void {
    const { parameters } = this.program.functions[callee]!;
    given.forEach((argument, i) => {
      this.#store(id, argument, `${callee} ${parameters[i]}`);
    });
  }

  #addEdge(id: FunctionId, edge: Edge): void {
    const { action } = edge;
    const local = (number: number): Cell => `${id} ${number}`;
    switch (action.kind) {
      case 'assign':
        return this.#store(id, action.value, local(action.local));
      case 'read':
        if (action.into !== undefined) this.#flow(cellOf(action.location), local(action.into));
        return;
      case 'write':
        return this.#store(id, action.value, cellOf(action.location));
      case 'update':
        if (action.into !== undefined) this.#flow(cellOf(action.location), local(action.into));
        return this.#store(id, action.value, cellOf(action.location));
      case 'allocate':
      case 'allocate-array':
        return this.#add(local(action.local), this.sites.get(edge) ?? any);
      case 'call':
        this.#pass(id, action.function, action.arguments);
        if (action.result !== undefined) this.#flow(`result of ${action.function}`, local(action.result));
        return;
      case 'spawn':
        return this.#pass(id, action.function, action.arguments);
      case 'return':
        return this.#store(id, action.value, `result of ${id}`);
      case 'join':
        if (action.into !== undefined) this.#add(local(action.into), any);
        return;
      default:
        return;
    }
  }
}

function cellOf(location: Location): Cell {
  switch (location.kind) {
    case 'variable':
      return `variable ${location.variable}`;
    case 'field':
      return `field ${location.class} ${location.field}`;
    case 'element':
      return 'elements';
  }
}

/** Allocations that no execution passes twice: on no cycle of their function, which is entered at most once. */
function sitesMadeOnce(program: Program): Edge[] {
  const entered = functionsEnteredOnce(program);
  return program.functions.flatMap((graph, id) => {
    if (!entered.has(id)) return [];
    const isSite = ({ action }: Edge) => action.kind === 'allocate' || action.kind === 'allocate-array';
    return graph.edges.filter((edge) => isSite(edge) && !isOnCycle(program, id, edge));
  });
}

/** Entry of one process with one instance, and of nothing else; or called or spawned at one place, which is passed at most once. */
function functionsEnteredOnce(program: Program): ReadonlySet<FunctionId> {
  const places = new Map<FunctionId, { readonly from?: FunctionId; readonly isRepeated: boolean }[]>();
  const note = (id: FunctionId, place: { readonly from?: FunctionId; readonly isRepeated: boolean }) =>
    places.set(id, [...(places.get(id) ?? []), place]);
  for (const { entry, instances } of program.processes) note(entry, { isRepeated: instances !== 1 });
  program.functions.forEach(({ edges }, from) => {
    for (const edge of edges)
      if (edge.action.kind === 'call' || edge.action.kind === 'spawn')
        note(edge.action.function, { from, isRepeated: isOnCycle(program, from, edge) });
  });
  const once = new Set<FunctionId>();
  for (let grown = true; grown; ) {
    const before = once.size;
    for (const [id, [first, ...others]] of places)
      if (others.length === 0 && !first!.isRepeated && (first!.from === undefined || once.has(first!.from)))
        once.add(id);
    grown = once.size > before;
  }
  return once;
}

function isOnCycle({ functions }: Program, id: FunctionId, edge: Edge): boolean {
  const outgoing = outgoingEdges(functions[id]!);
  const seen = new Set([edge.to]);
  for (const node of seen) for (const { to } of outgoing[node]!) seen.add(to);
  return seen.has(edge.from);
}
