// A process may end with a lock, which nobody gets then. Nothing follows the last `return` of a process and nobody waits for
// it, so where a lock is held it is left out: the process stops in front of it, and what can happen before is the same.
// Not for spawned threads, which others join, nor where threads keep the processor until they end.

import type { FunctionGraph, FunctionId, Program } from '../../../model/program/program.js';
import { keepsLock, nodeScopes } from '../../../translate/pushdown/lock-scopes.js';

export function keepAtEnd(program: Program): Program {
  if (program.scheduling !== 'preemptive') return program;
  const last = lastFunctions(program);
  const functions = program.functions.map((graph, id) =>
    last.has(id as FunctionId) ? withoutKeeping(program, graph) : graph,
  );
  return functions.every((graph, id) => graph === program.functions[id]) ? program : { ...program, functions };
}

/** Those that only processes start in. */
function lastFunctions({ processes, functions }: Program): ReadonlySet<FunctionId> {
  const last = new Set(processes.map(({ entry }) => entry));
  for (const { edges } of functions)
    for (const { action } of edges) if (action.kind === 'call' || action.kind === 'spawn') last.delete(action.function);
  return last;
}

function withoutKeeping({ source }: Program, graph: FunctionGraph): FunctionGraph {
  const scopes = nodeScopes(graph, source, true);
  if ('because' in scopes) return graph;
  const edges = graph.edges.filter(({ from, action }) => !scopes[from] || !keepsLock(scopes[from], action));
  return edges.length === graph.edges.length ? graph : { ...graph, edges };
}
