// What a thread would access next.

import { threadStatus, threadWord } from './layout.js';
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
  if (step.kind === 'acquire') return ask(step.operand!(frame), -1);
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
