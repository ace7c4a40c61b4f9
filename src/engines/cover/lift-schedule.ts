// A schedule of the diagram that a program unfolds to, as an execution of the program itself: how many instances of each
// process, and the moves in order. Diagram threads are program threads under other numbers; every edge of a thread is one of
// its moves, which the concrete state lists in the same order, since moves depend on the thread and on free locks alone.

import { type Move, movesOfThread } from '../../model/program/moves.js';
import type { Program } from '../../model/program/program.js';
import { initialState, type State } from '../../model/program/state.js';
import { applyMove } from '../../model/program/step.js';
import type { ProgramDiagram } from '../../translate/threads/program-question.js';

/** Local states of the threads at the start, then which edge is taken by which of them; spawned ones are counted on. */
export interface Schedule {
  readonly locals: readonly number[];
  readonly steps: readonly ScheduleStep[];
}

export interface ScheduleStep {
  readonly edge: number;
  readonly thread: number;
}

export interface LiftedSchedule {
  /** Per process. */
  readonly instances: ReadonlyMap<number, number>;
  readonly initial: State;
  readonly moves: readonly Move[];
}

export function liftSchedule(program: Program, unfolded: ProgramDiagram, schedule: Schedule): LiftedSchedule {
  const processes = schedule.locals.map((local) => unfolded.starts.indexOf(local));
  const instances = new Map(program.processes.map((_, id) => [id, processes.filter((each) => each === id).length]));
  const initial = initialState(program, instances);
  const threads = threadNumbers(processes, instances);
  const moves: Move[] = [];
  let state = initial;
  for (const { edge, thread } of schedule.steps) {
    const { kind } = unfolded.diagram.edges[edge]!;
    const index = unfolded.moveOf[edge]!;
    // The child's number is the one that the parent's move, which comes next, gives to it.
    if (kind === 'spawn') threads.push(state.threads.length);
    if (index < 0) continue;
    const move = movesOfThread(program, state, threads[thread]!)[index]!;
    moves.push(move);
    state = applyMove(program, state, move).state;
  }
  return { instances, initial, moves };
}

/** The program numbers its threads process by process. */
function threadNumbers(processes: readonly number[], instances: ReadonlyMap<number, number>): number[] {
  const next: number[] = [];
  let total = 0;
  for (const [id, count] of instances) {
    next[id] = total;
    total += count;
  }
  return processes.map((id) => next[id]!++);
}
