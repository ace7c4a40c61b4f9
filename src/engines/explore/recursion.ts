// Whether a program calls or spawns recursively: then its states may be infinitely many, and a search may only ever end at
// a limit.

import { type Graph, graphOf, reachable, stronglyConnectedComponents } from '../../base/graph.js';
import type { Program } from '../../model/program/program.js';

/** The name of a function that can be entered while it is running, if there is one. */
export function recursiveFunction(program: Program): string | undefined {
  const graph = callGraph(program);
  const live = reachable(
    graph,
    program.processes.map((process) => process.entry),
  );
  const { of: component } = stronglyConnectedComponents(graph);
  const isRecursive = (id: number) =>
    live[id] === 1 && graph.successors(id).some((callee) => component[callee] === component[id]);
  return program.functions.find((_, id) => isRecursive(id))?.shortName;
}

function callGraph({ functions }: Program): Graph {
  const calls = functions.flatMap(({ edges }, caller) =>
    edges.flatMap(({ action }): (readonly [number, number])[] =>
      action.kind === 'call' || action.kind === 'spawn' ? [[caller, action.function]] : [],
    ),
  );
  return graphOf(functions.length, calls);
}

export function hasAssertions({ functions }: Program): boolean {
  return functions.some(({ edges }) => edges.some(({ action }) => action.kind === 'assert'));
}

/** A way that leads back to where it began, within one call. */
export function hasLoops({ functions }: Program): boolean {
  return functions.some(({ nodeCount, edges }) => {
    const ways = edges.map(({ from, to }) => [from, to] as const);
    const { of: component } = stronglyConnectedComponents(graphOf(nodeCount, ways));
    return ways.some(([from, to]) => component[from] === component[to]);
  });
}
