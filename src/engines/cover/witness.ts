// A run of counters as a witness on the model that was given: a firing sequence of a net, a schedule of the threads of a
// diagram, or an execution of a program in its own steps, with source lines.

import { sumOf } from '../../model/petri/marking.js';
import { type PetriNet, printMarking } from '../../model/petri/net.js';
import type { Program } from '../../model/program/program.js';
import { printConfiguration, type ThreadDiagram } from '../../model/threads/diagram.js';
import type { ProgramDiagram } from '../../translate/threads/program-question.js';
import { runMoves } from '../../verdict/program-run.js';
import type { CounterWitness, ExecutionWitness } from '../../verdict/witness.js';
import { witnessOfRun } from '../../verdict/witness-of-run.js';
import { liftSchedule } from './lift-schedule.js';
import type { ModelRun } from './model-run.js';
import { scheduleThreads } from './schedule.js';

export function firingWitness(net: PetriNet, run: ModelRun): CounterWitness {
  const steps = run.transitions.map((index) => {
    const { name, place } = net.transitions[index]!;
    return { thread: 'net', action: 'fire', target: name, choice: index, ...(place ? { place } : {}) };
  });
  return {
    kind: 'counters',
    steps,
    details: { threads: sumOf(run.tokens), initial: printMarking(net, run.tokens, '=') },
  };
}

export function scheduleWitness(diagram: ThreadDiagram, run: ModelRun): CounterWitness {
  const schedule = scheduleThreads(diagram, run);
  const [initial, final] = [schedule.start, schedule.now()].map(printConfiguration);
  return {
    kind: 'counters',
    steps: schedule.steps,
    details: { threads: schedule.start.bounded.length, initial: initial!, final: final! },
  };
}

export function programWitness(program: Program, unfolded: ProgramDiagram, run: ModelRun): ExecutionWitness {
  const { start, taken } = scheduleThreads(unfolded.diagram, run);
  const { instances, initial, moves } = liftSchedule(program, unfolded, { locals: start.bounded, steps: taken });
  const counts = program.processes.map(({ name }, id) => [name, instances.get(id) ?? 0]);
  const shown = witnessOfRun(runMoves(program, initial, moves));
  return { ...shown, details: { threads: start.bounded.length, instances: Object.fromEntries(counts) } };
}
