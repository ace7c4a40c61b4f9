// What a thread would access next.

import type { CompiledStep } from './compiled-program.js';
import { threadStatus, threadWord } from './layout.js';
import type { MachineEvent } from './step-event.js';
import type { StepMachine } from './step-machine.js';

/** For heuristics, since it only looks at the first step that could be next. Calls back with the object (0 for shared variables) and the cell, -1 for the object's lock; not if there is none. */
export function pendingAccess(
  machine: StepMachine,
  id: number,
  ask: (object: number, cell: number) => boolean,
): boolean {
  const thread = machine.thread(id);
  if (machine.statusOf(thread) === threadStatus.notified)
    return ask(machine.memory.words[thread + threadWord.lock]!, -1);
  const step = machine.stepsAt(thread)[0];
  if (!step) return false;
  const frame = machine.frameOf(thread);
  if (step.action.kind === 'acquire') return ask(step.operand!(frame), -1);
  if (!step.cell) return false;
  switch (step.cell.kind) {
    case 'variable':
      return ask(0, step.cell.variable);
    case 'field':
      return ask(step.cell.object(frame), step.cell.field);
    case 'element':
      return ask(step.cell.array(frame), step.cell.index(frame));
  }
}

/** Whether the next step of a thread does not commute with an event of another thread. */
export function isDependent(machine: StepMachine, id: number, event: MachineEvent): boolean {
  if (event.kind !== 'acquire' && !event.isAccess) return false;
  const thread = machine.thread(id);
  if (machine.statusOf(thread) === threadStatus.notified)
    return event.kind === 'acquire' && event.object === machine.memory.words[thread + threadWord.lock];
  return machine.stepsAt(thread).some((step) => touchesSame(machine.frameOf(thread), step, event));
}

function touchesSame(frame: number, { action, operand, cell }: CompiledStep, event: MachineEvent): boolean {
  if (event.kind === 'acquire') return action.kind === 'acquire' && operand!(frame) === event.object;
  if (!cell || (action.kind === 'read' && event.kind === 'read')) return false;
  switch (cell.kind) {
    case 'variable':
      return event.object === 0 && event.cell === cell.variable;
    case 'field':
      return event.object === cell.object(frame) && event.cell === cell.field;
    case 'element':
      return event.object === cell.array(frame) && event.cell === cell.index(frame);
  }
}
