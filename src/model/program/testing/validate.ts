// What every lowered program satisfies, whatever front end it comes from. A breach is a bug of the front end, so the
// answer is a list of plain sentences for an internal error, not diagnostics for the user.

import { reachable } from '../../../base/graph.js';
import type { Action, FunctionGraph, Program } from '../program.js';
import { outgoingEdges } from '../program.js';

export function validateProgram(program: Program): string[] {
  const problems = program.functions.flatMap((graph) => validateGraph(program, graph));
  for (const process of program.processes)
    if (!program.functions[process.entry]) problems.push(`process ${process.name} has no entry function`);
  for (const set of program.atomicSets)
    for (const variable of set.variables)
      if (!program.variables[variable]) problems.push(`atomic set ${set.name} names an unknown variable`);
  return problems;
}

function validateGraph(program: Program, graph: FunctionGraph): string[] {
  const problems: string[] = [];
  const complain = (text: string) => problems.push(`function ${graph.name}: ${text}`);
  for (const edge of graph.edges) {
    if (edge.from >= graph.nodeCount || edge.to >= graph.nodeCount) complain('an edge leaves the graph');
    if ((edge.to === graph.exit) !== (edge.action.kind === 'return' || edge.action.kind === 'fail'))
      complain('exactly `return` and `fail` edges lead to the exit');
    if (edge.from === graph.exit) complain('an edge leaves the exit');
    problems.push(...validateAction(program, graph, edge.action).map((text) => `function ${graph.name}: ${text}`));
  }
  if (problems.length === 0) {
    checkNoDeadEnd(graph, complain);
    checkSuspensions(program, graph, complain);
  }
  return problems;
}

/** In an event loop a suspended thread leaves along the edge at which it was suspended: there is no other one. */
function checkSuspensions({ scheduling }: Program, graph: FunctionGraph, complain: (text: string) => void): void {
  const outgoing = outgoingEdges(graph);
  for (const { from, action } of graph.edges) {
    if (action.kind === 'spawn' && action.eager && scheduling === 'preemptive')
      complain('an eager start is preemptive');
    if (scheduling !== 'event-loop') continue;
    if (action.kind === 'wait' || action.kind === 'notify') complain(`${action.kind} in an event loop`);
    if (suspending.has(action.kind) && outgoing[from]!.length > 1) complain(`${action.kind} is one of several edges`);
  }
}

const suspending: ReadonlySet<Action['kind']> = new Set(['yield', 'join', 'join-any', 'acquire']);

/** A thread never gets stuck for want of an edge: every reachable node but the exit has one. */
function checkNoDeadEnd(graph: FunctionGraph, complain: (text: string) => void): void {
  const outgoing = outgoingEdges(graph);
  const successors = (node: number) => outgoing[node]!.map((edge) => edge.to);
  const seen = reachable({ size: graph.nodeCount, successors }, [graph.entry]);
  for (let node = 0; node < graph.nodeCount; node++)
    if (seen[node] && node !== graph.exit && outgoing[node]!.length === 0) complain(`node ${node} is a dead end`);
}

function validateAction(program: Program, graph: FunctionGraph, action: Action): string[] {
  if (action.kind !== 'call' && action.kind !== 'spawn') return [];
  const callee = program.functions[action.function];
  if (!callee) return [`${action.kind} of an unknown function`];
  if (callee.parameters.length !== action.arguments.length) return [`${action.kind} of ${callee.name}: wrong arity`];
  const local = action.kind === 'call' ? action.result : action.handle;
  return local !== undefined && !graph.locals[local] ? [`${action.kind} stores into an unknown local`] : [];
}
