// The flow graphs of all processes of a program, with its data forgotten; or the construct that the engine refuses.

import type { Edge, Program } from '../../model/program/program.js';
import { abstractData } from '../../translate/abstract-data.js';
import { type FlowProcess, flowProcess } from '../../translate/atomicity-flow.js';
import type { Refusal } from '../../translate/atomicity-scopes.js';

export interface ProgramFlows {
  /** The program that the flows and all witnesses speak about. */
  readonly program: Program;
  readonly processes: readonly FlowProcess[];
}

export function readFlows(model: Program): ProgramFlows | Refusal {
  const known = cache.get(model);
  if (known) return known;
  const flows = computeFlows(abstractData(model));
  cache.set(model, flows);
  return flows;
}

const cache = new WeakMap<Program, ProgramFlows | Refusal>();

function computeFlows(program: Program): ProgramFlows | Refusal {
  const processes: FlowProcess[] = [];
  for (const { entry } of program.processes) {
    const flow = flowProcess(program, entry);
    if ('because' in flow) return flow;
    const spawn = edgesOf(flow).find(({ action }) => action.kind === 'spawn');
    if (spawn)
      return { because: 'atomicity does not follow spawned threads yet', place: program.source.place(spawn.origin) };
    processes.push(flow);
  }
  return { program, processes };
}

function edgesOf(flow: FlowProcess): Edge[] {
  return [...flow.functions.values()].flatMap(({ edges }) => edges.map(({ edge }) => edge));
}
