// The execution of a program that a witness describes: its steps taken one by one on the concrete semantics.

import { derived, derivedBy } from '../../base/derived.js';
import { hasTurn, type Move, movesOfThread, nextEdges } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State } from '../../model/program/state.js';
import { type ProgramRun, type RunStep, takeStep } from '../program-run.js';
import { StateWords } from '../state-words.js';
import type { Witness, WitnessStep } from '../witness.js';
import { witnessStep } from '../witness-of-run.js';
import { quietSteps } from './quiet-steps.js';
import { stepDifference } from './step-difference.js';

/** A report may claim anything; no execution has more threads. */
const mostInstances = 1_000_000;

/** The execution that a witness describes, or why there is none. */
export function runWitness(program: Program, witness: Witness): ProgramRun | string {
  const instances = instancesOf(program, witness);
  const initial = isUsual(instances) ? startOf(program, instances) : initialState(program, instances);
  const steps: RunStep[] = [];
  const quiet = quietSteps(program);
  let state = initial;
  for (const [i, step] of witness.steps.entries()) {
    const known = quiet?.again(state, step);
    const taken = known ?? takeWitnessStep(program, state, step);
    if (typeof taken === 'string') return `step ${i + 1}: ${taken}`;
    const isShown = !known && quiet && showsItself(program, step, taken);
    if (isShown) quiet.keep(step, taken);
    steps.push(isShown ? { ...taken, shownAs: step } : taken);
    state = taken.after;
  }
  return { program, initial, steps };
}

function takeWitnessStep(program: Program, state: State, step: WitnessStep): RunStep | string {
  const move = findMove(program, state, step);
  return typeof move === 'string' ? move : takeStep(program, state, move);
}

/** Does it say what was replayed? In programs with quiet steps names do not depend on the rest of the run. */
function showsItself(program: Program, step: WitnessStep, taken: RunStep): boolean {
  return stepDifference(step, witnessStep(wordsOf(program), taken, undefined)) === undefined;
}

const wordsOf = derived((program: Program) => {
  const start = initialState(program, new Map());
  return new StateWords(program, start, () => [start]);
});

/** A report may claim many threads: those are made for it, and forgotten. */
function isUsual(instances: ReadonlyMap<number, number>): boolean {
  return [...instances.values()].every((count) => count <= 8);
}

/** Threads as they begin are the same in all executions: what follows from them is known again. */
const startOf = derivedBy(
  (instances: ReadonlyMap<number, number>) => [...instances].join(' '),
  (program: Program, instances) => initialState(program, instances),
);

/** A process with any number of instances gets as many as the witness names, in its steps or beside them. */
function instancesOf(program: Program, witness: Witness): ReadonlyMap<number, number> {
  const instances = new Map<number, number>();
  if (program.processes.every((process) => process.instances !== 'any')) return instances;
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
  // The others are as many as they are declared to be, whoever takes part.
  return new Map([...instances].filter(([id]) => program.processes[id]?.instances === 'any'));
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
