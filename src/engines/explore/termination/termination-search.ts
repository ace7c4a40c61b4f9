// `--property termination`: can threads run for ever although everybody gets a turn? Each fair component of the state graph is
// an answer: the shortest way to it, then once round it.

import type { Stop } from '../../../base/budget.js';
import { fairComponents, fairCycle } from '../../../logic/fair-cycles/fair-components.js';
import type { Program } from '../../../model/program/program.js';
import { initialState } from '../../../model/program/state.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import { endlessProperty } from '../../../verdict/meaning/endless-check.js';
import { runMoves } from '../../../verdict/program-run.js';
import type { FoundViolation, SearchLimits, SearchResult } from '../search-result.js';
import { StateGraph } from './state-graph.js';

export function* terminationSearch(
  program: Program,
  limits: SearchLimits,
): Generator<EngineEvent, SearchResult, Stop | undefined> {
  const graph = new StateGraph(program, limits);
  yield* graph.build();
  const { size: states, transitions, cut } = graph;
  // What was seen of a graph that was cut has its cycles, but who could leave them is not known.
  const violations = cut === undefined ? violationsIn(program, graph) : [];
  return { violations, states, transitions, ...(cut === undefined ? {} : { cut }) };
}

/** One for each set of processes that run for ever. */
function violationsIn(program: Program, graph: StateGraph): FoundViolation[] {
  const shortest = new Map<string, FoundViolation>();
  for (const component of fairComponents(graph)) {
    // Nodes are numbered by their distance from the initial state.
    const start = component.reduce((least, node) => Math.min(least, node));
    const round = fairCycle(graph, component, start).map(([node, edge]) => graph.edgesFrom(node)[edge]!.move);
    const moves = [...graph.movesTo(start), ...round];
    const property = endlessProperty(runMoves(program, initialState(program), moves));
    if (!property) throw new Error('a fair cycle does not replay');
    const id = JSON.stringify(property);
    const known = shortest.get(id);
    if (!known || known.moves.length > moves.length) shortest.set(id, { of: 'termination', property, id, moves });
  }
  return [...shortest.values()];
}
