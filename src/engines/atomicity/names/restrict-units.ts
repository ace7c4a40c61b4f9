// A program in which threads touch variables only inside of units with one name: each process stands there once per name of
// its units, and everything that a thread accesses elsewhere is silent. Locks, units, calls and the order of edges stay, so
// an execution of it is, step by step, one of the program. Functions are copied by what their caller's unit says.

import type { Action, Edge, FunctionGraph, FunctionId, Process, Program } from '../../../model/program/program.js';
import { nodeScopes } from '../../../translate/pushdown/lock-scopes.js';

/** A process and the name of the units that count; undefined: units without a name, and accesses outside of any. */
export interface NamedUnit {
  readonly process: Process;
  readonly name: string | undefined;
}

/** The accesses of a function are its caller's business, or those of its own units. */
type Context = 'counts' | 'silent' | 'own units';

/** Undefined where units are not nested like blocks. */
export function restrictUnits(program: Program, units: readonly NamedUnit[]): Program | undefined {
  const copies = new FunctionCopies(program);
  const processes = units.map((unit) => ({
    ...unit.process,
    name: restrictedName(unit),
    entry: copies.copyOf(unit.process.entry, unit.name, 'own units'),
  }));
  const functions = copies.build();
  return functions && { ...program, processes, functions };
}

export function restrictedName({ process, name }: NamedUnit): string {
  return name === undefined ? process.name : `${process.name}:${name}`;
}

interface Copy {
  readonly original: FunctionId;
  readonly name: string | undefined;
  readonly context: Context;
}

class FunctionCopies {
  readonly #copies: Copy[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(readonly program: Program) {}

  copyOf(original: FunctionId, name: string | undefined, context: Context): FunctionId {
    const key = `${original} ${context} ${context === 'own units' ? JSON.stringify(name ?? null) : ''}`;
    const known = this.#numbers.get(key) ?? this.#copies.push({ original, name, context }) - 1;
    this.#numbers.set(key, known);
    return known;
  }

  /** Copies ask for further ones while they are made. */
  build(): FunctionGraph[] | undefined {
    const graphs: FunctionGraph[] = [];
    for (const copy of this.#copies) {
      const graph = this.#graphOf(copy);
      if (!graph) return undefined;
      graphs.push(graph);
    }
    return graphs;
  }

  #graphOf({ original, name, context }: Copy): FunctionGraph | undefined {
    const graph = this.program.functions[original]!;
    const contexts = contextsOf(this.program, graph, name, context);
    if (!contexts) return undefined;
    const edges = graph.edges.map((edge): Edge => {
      const here = contexts[edge.from] ?? 'silent';
      return { ...edge, action: this.#actionIn(graph, edge.action, name, here) };
    });
    return { ...graph, edges };
  }

  #actionIn(graph: FunctionGraph, action: Action, name: string | undefined, context: Context): Action {
    switch (action.kind) {
      case 'call':
      case 'spawn': {
        // A spawned thread is outside of its parent's units.
        const callee = action.kind === 'spawn' ? 'own units' : context;
        return { ...action, function: this.copyOf(action.function, name, callee) };
      }
      case 'read':
      case 'update':
        return counts(context, name) || carriesReference(graph, action.into) ? action : { kind: 'skip' };
      case 'write':
        return counts(context, name) ? action : { kind: 'skip' };
      default:
        return action;
    }
  }
}

function counts(context: Context, name: string | undefined): boolean {
  return context === 'counts' || (context === 'own units' && name === undefined);
}

/** What a thread needs to know which lock or thread is meant. */
function carriesReference(graph: FunctionGraph, into: number | undefined): boolean {
  const kind = into === undefined ? undefined : graph.locals[into]!.type.kind;
  return kind !== undefined && kind !== 'int' && kind !== 'bool';
}

/** By node: whether an access there counts. */
function contextsOf(
  { source }: Program,
  graph: FunctionGraph,
  name: string | undefined,
  context: Context,
): readonly (Context | undefined)[] | undefined {
  if (context !== 'own units') return new Array<Context>(graph.nodeCount).fill(context);
  const scopes = nodeScopes(graph, source);
  if ('because' in scopes) return undefined;
  const nameOf = new Map(
    graph.edges.flatMap(({ action, to }) => (action.kind === 'begin-unit' ? [[to, action.name]] : [])),
  );
  return scopes.map((scope) => {
    if (!scope || scope.unit === -1) return scope && 'own units';
    return nameOf.get(scope.unit) === name ? 'counts' : 'silent';
  });
}

/** The names of the units of a process, calls included; undefined stands for units without a name. */
export function unitNames({ functions }: Program, { entry }: Process): readonly (string | undefined)[] {
  const names = new Set<string | undefined>([undefined]);
  const reached = new Set([entry]);
  for (const id of reached)
    for (const { action } of functions[id]!.edges) {
      if (action.kind === 'call') reached.add(action.function);
      if (action.kind === 'begin-unit') names.add(action.name);
    }
  return [...names];
}
