// The execution of a program that a witness describes: its steps taken one by one on the concrete semantics.

import { hasTurn, type Move, movesOfThread, nextEdges } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State } from '../../model/program/state.js';
import { type ProgramRun, type RunStep, takeStep } from '../program-run.js';
import type { Witness, WitnessStep } from '../witness.js';

/** A report may claim anything; no execution has more threads. */
const mostInstances = 1_000_000;

/** The execution that a witness describes, or why there is none. */
export function runWitness(program: Program, witness: Witness): ProgramRun | string {
  const initial = initialState(program, instancesOf(program, witness));
  const steps: RunStep[] = [];
  let state = initial;
  for (const [i, step] of witness.steps.entries()) {
    const move = findMove(program, state, step);
    if (typeof move === 'string') return `step ${i + 1}: ${move}`;
    const taken = takeStep(program, state, move);
    steps.push(taken);
    state = taken.after;
  }
  return { program, initial, steps };
}

/** A process with any number of instances gets as many as the witness names, in its steps or beside them. */
function instancesOf(program: Program, witness: Witness): Map<number, number> {
  const instances = new Map<number, number>();
  const named = witness.kind === 'execution' ? witness.details?.instances : undefined;
  for (const [name, count] of Object.entries(named ?? {})) {
    const id = program.processes.findIndex((process) => process.name === name);
    instances.set(id, Math.min(mostInstances, Number(count)));
  }
  for (const thread of new Set(witness.steps.map((step) => step.thread))) {
    const [, name, number] = /^([^/#]+)(?:\/[^#]+)?#(\d+)$/.exec(thread) ?? [];
    const id = program.processes.findIndex((process) => process.name === name);
    const spawned = thread.includes('/');
    instances.set(id, Math.max(instances.get(id) ?? 1, spawned ? 1 : Number(number)));
  }
  return instances;
}

function findMove(program: Program, state: State, step: WitnessStep): Move | string {
  const thread = state.threads.findIndex(({ name }) => name === step.thread);
  if (thread === -1) return `there is no thread ${step.thread}`;
  if (!hasTurn(state, thread)) return `it is not the turn of ${step.thread}`;
  const edge = nextEdges(program, state.threads[thread]!)[step.choice ?? 0];
  if (!edge) return `${step.thread} has no such step`;
  const moves = movesOfThread(program, state, thread).filter((move) => move.edge === edge);
  if (moves.length === 0) return `${step.thread} cannot move: ${edge.action.kind} is not possible here`;
  const expected = step.action === 'resume' ? 'resume' : 'edge';
  const chosen = moves.find((move) => move.kind === expected && (move.kind === 'resume' || move.value === step.value));
  return chosen ?? `${step.thread} cannot choose ${step.value}`;
}
