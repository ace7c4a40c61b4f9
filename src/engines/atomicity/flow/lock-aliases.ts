// Locks behind locals. A local of type `lock` may hold any declared lock, so what is done through it may be done to one that
// the procedure follows by name. Taking such a lock is left out: who holds less hinders nobody, and so no execution is
// missed. Giving one back must not give back a level that was taken by name: it is refused unless a level was taken
// through the same local, not assigned since, on every path. A wait gives back all levels: refused where a lock may be
// held by name. Objects and arrays are never declared locks.

import type { Action, Edge, FunctionGraph, FunctionId, LocalId, Program } from '../../../model/program/program.js';
import { outgoingEdges } from '../../../model/program/program.js';
import { nodeScopes, type Refusal } from '../../../translate/pushdown/lock-scopes.js';

/** Levels taken through each local, on every path to a node. */
type Levels = ReadonlyMap<LocalId, number>;

/** The first use of a lock behind a local that cannot be followed. */
export function refuseAliases(program: Program): Refusal | undefined {
  const reachable = [...reachableFunctions(program)];
  for (const id of reachable) {
    const edge = unpairedRelease(program.functions[id]!);
    if (edge) return refusal(program, edge, releaseProblem);
  }
  const waits = reachable.some((id) => program.functions[id]!.edges.some((edge) => waitsOnAlias(program, id, edge)));
  return waits ? refuseWaits(program, reachable) : undefined;
}

const releaseProblem = 'a lock is released through a local that it was not acquired through: which lock is not known';
const waitProblem = 'a wait on a lock behind a local while another lock is held: they may be the same';

function refusal(program: Program, { origin }: Edge, because: string): Refusal {
  return { because, place: program.source.place(origin) };
}

function reachableFunctions({ functions, processes }: Program): ReadonlySet<FunctionId> {
  const found = new Set(processes.map(({ entry }) => entry));
  for (const id of found)
    for (const { action } of functions[id]!.edges)
      if (action.kind === 'call' || action.kind === 'spawn') found.add(action.function);
  return found;
}

/** The local through which an action speaks of a lock that may be a declared one. */
function aliasOf({ locals }: FunctionGraph, action: Action): LocalId | undefined {
  if (!('lock' in action) || action.lock.kind !== 'local') return undefined;
  const { local } = action.lock;
  return locals[local]!.type.kind === 'lock' ? local : undefined;
}

/** Forward, the least number of levels over all paths. */
function unpairedRelease(graph: FunctionGraph): Edge | undefined {
  const outgoing = outgoingEdges(graph);
  const levels = new Map<number, Levels>([[graph.entry, new Map()]]);
  const open = [graph.entry];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const { action, to } of outgoing[node]!) {
      const before = levels.get(to);
      const after = leastOf(before, levelsAfter(graph, levels.get(node)!, action));
      if (before && sameLevels(before, after)) continue;
      levels.set(to, after);
      open.push(to);
    }
  return graph.edges.find(({ from, action }) => {
    const local = action.kind === 'release' ? aliasOf(graph, action) : undefined;
    const known = levels.get(from);
    return local !== undefined && known !== undefined && (known.get(local) ?? 0) === 0;
  });
}

function levelsAfter(graph: FunctionGraph, levels: Levels, action: Action): Levels {
  const assigned = assignedLocal(action);
  if (assigned !== undefined) return new Map([...levels].filter(([local]) => local !== assigned));
  const local = action.kind === 'acquire' || action.kind === 'release' ? aliasOf(graph, action) : undefined;
  if (local === undefined) return levels;
  const level = (levels.get(local) ?? 0) + (action.kind === 'acquire' ? 1 : -1);
  return new Map([...levels, [local, Math.max(0, level)]]);
}

function assignedLocal(action: Action): LocalId | undefined {
  switch (action.kind) {
    case 'read':
    case 'update':
      return action.into;
    case 'assign':
    case 'choose':
    case 'allocate':
    case 'allocate-array':
      return action.local;
    case 'call':
      return action.result;
    case 'spawn':
      return action.handle;
    default:
      return undefined;
  }
}

function leastOf(known: Levels | undefined, levels: Levels): Levels {
  if (!known) return levels;
  return new Map([...known].map(([local, level]) => [local, Math.min(level, levels.get(local) ?? 0)]));
}

function sameLevels(a: Levels, b: Levels): boolean {
  return [...a].every(([local, level]) => level === (b.get(local) ?? 0));
}

function waitsOnAlias(program: Program, id: FunctionId, { action }: Edge): boolean {
  return action.kind === 'wait' && aliasOf(program.functions[id]!, action) !== undefined;
}

/** Is a lock held by name where somebody waits, by the function itself or by who calls it? */
function refuseWaits(program: Program, reachable: readonly FunctionId[]): Refusal | undefined {
  const heldAt = new Map<FunctionId, (node: number) => boolean>();
  for (const id of reachable) {
    const scopes = nodeScopes(program.functions[id]!, program.source);
    if ('because' in scopes) return scopes;
    heldAt.set(id, (node) => (scopes[node]?.locks.length ?? 0) > 0);
  }
  const enteredHolding = new Set<FunctionId>();
  const isHeld = (id: FunctionId, node: number) => enteredHolding.has(id) || heldAt.get(id)!(node);
  for (let size = -1; size !== enteredHolding.size; ) {
    size = enteredHolding.size;
    for (const id of reachable)
      for (const { from, action } of program.functions[id]!.edges)
        if (action.kind === 'call' && isHeld(id, from)) enteredHolding.add(action.function);
  }
  for (const id of reachable) {
    const edge = program.functions[id]!.edges.find((wait) => waitsOnAlias(program, id, wait) && isHeld(id, wait.from));
    if (edge) return refusal(program, edge, waitProblem);
  }
  return undefined;
}
