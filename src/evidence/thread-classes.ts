// The classes of threads of a program, by the names that properties use (`P`, `P/f`), and which pairs of them there may be: for
// saying what a set of claims covers. Careful: a pair too many is said to be uncovered, never the other way round.

import type { FunctionId, Program } from '../model/program/program.js';

/** By name: may there be two of them? */
export function threadClasses(program: Program): ReadonlyMap<string, boolean> {
  const classes = new Map<string, boolean>();
  for (const { name, entry, instances } of program.processes) {
    const isMany = instances === 'any' || instances > 1;
    if (instances !== 'any' && instances < 1) continue;
    classes.set(name, isMany);
    const spawned = spawnsFrom(program, entry);
    for (const id of spawned) {
      const own = `${name}/${program.functions[id]!.shortName}`;
      const isAlone = !isMany && !classes.has(own) && spawned.filter((other) => other === id).length === 1;
      classes.set(own, !(isAlone && isPassedOnce(program, entry, id)));
    }
  }
  return classes;
}

/** One entry per spawn in a function that the process, or a thread it starts, may call. */
function spawnsFrom({ functions }: Program, entry: FunctionId): FunctionId[] {
  const reached = new Set([entry]);
  const spawned: FunctionId[] = [];
  for (const id of reached)
    for (const { action } of functions[id]!.edges) {
      if (action.kind === 'spawn') spawned.push(action.function);
      if (action.kind === 'spawn' || action.kind === 'call') reached.add(action.function);
    }
  return spawned;
}

/** The spawn stands in the process's own first function, which nobody calls, outside of loops. */
function isPassedOnce({ functions }: Program, entry: FunctionId, spawned: FunctionId): boolean {
  const { edges } = functions[entry]!;
  const edge = edges.find(({ action }) => action.kind === 'spawn' && action.function === spawned);
  const isEntered = functions.some((graph) =>
    graph.edges.some(({ action }) => 'function' in action && action.function === entry),
  );
  if (!edge || isEntered) return false;
  const seen = new Set([edge.to]);
  for (const node of seen) for (const next of edges) if (next.from === node) seen.add(next.to);
  return !seen.has(edge.from);
}

/** Unordered, `P Q`. */
export function classPairs(program: Program): readonly string[] {
  const classes = [...threadClasses(program)];
  return classes.flatMap(([name, isMany], i) => [
    ...(isMany ? [pairKey(name, name)] : []),
    ...classes.slice(i + 1).map(([other]) => pairKey(name, other)),
  ]);
}

export function pairKey(one: string, other: string): string {
  return [one, other].sort().join(' ');
}
