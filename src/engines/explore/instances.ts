// Processes with any number of instances, with as many as the user says: the answer then speaks about that many threads.
// Any number is the business of `cover`.

import { graphOf, stronglyConnectedComponents } from '../../base/graph.js';
import type { FunctionGraph, Program } from '../../model/program/program.js';
import type { Scope } from '../../verdict/scope.js';
import type { ExecutionWitness } from '../../verdict/witness.js';
import { recursiveFunction } from './recursion.js';

/** The program in which each process `P *` has this many instances. */
export function withInstances(program: Program, count: number | undefined): Program {
  if (count === undefined || replicatedProcesses(program).length === 0) return program;
  const processes = program.processes.map((process) =>
    process.instances === 'any' ? { ...process, instances: count } : process,
  );
  return { ...program, processes };
}

/** Names of processes with any number of instances, each with the number that was taken instead. */
export type Instances = Readonly<Record<string, number>>;

export function instancesGiven(program: Program, count: number | undefined): Instances {
  if (count === undefined) return {};
  return Object.fromEntries(replicatedProcesses(program).map((name) => [name, count]));
}

function replicatedProcesses({ processes }: Program): readonly string[] {
  return processes.filter(({ instances }) => instances === 'any').map(({ name }) => name);
}

/** A witness that says how many instances there are, also those that take no step. */
export function withInstanceDetails(witness: ExecutionWitness, instances: Instances): ExecutionWitness {
  if (Object.keys(instances).length === 0) return witness;
  return { ...witness, details: { ...witness.details, instances } };
}

/** The scope of an answer about so many instances. */
export function scopeOfInstances(instances: Instances, scope: Scope): Scope {
  const bounds = Object.entries(instances).map(([name, count]) => [`instances of ${name}`, count] as const);
  if (bounds.length === 0) return scope;
  const exactly = bounds.map(([text, count]) => ({ text: `there are exactly ${count} ${text}` }));
  return { kind: 'bounded', bounds: Object.fromEntries(bounds), assumptions: [...exactly, ...scope.assumptions] };
}

/** Whether a thread may spawn others again and again: in a loop, or in a function that can be entered while it runs. */
export function spawnsInLoop(program: Program): boolean {
  const spawning = program.functions.filter(({ edges }) => edges.some(({ action }) => action.kind === 'spawn'));
  return spawning.some(hasSpawningCycle) || (spawning.length > 0 && recursiveFunction(program) !== undefined);
}

function hasSpawningCycle({ nodeCount, edges }: FunctionGraph): boolean {
  const graph = graphOf(
    nodeCount,
    edges.map(({ from, to }) => [from, to] as const),
  );
  const { of: component } = stronglyConnectedComponents(graph);
  return edges.some(({ from, to, action }) => action.kind === 'spawn' && component[from] === component[to]);
}
