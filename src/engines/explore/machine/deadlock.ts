// Deadlocks of the machine's state: the counterpart of `isDeadlock`. Asked only where no thread can move.

import { threadStatus, threadWord } from './layout.js';
import type { StepMachine } from './step-machine.js';

/**
 * What tells this deadlock from others: the kind and place of each blocked thread. Undefined when nobody is blocked, or
 * when a thread fails an `assume`: then this is no execution at all.
 */
export function deadlockKey(machine: StepMachine): string | undefined {
  const blocked: string[] = [];
  for (let id = 0; id < machine.threadCount; id++) {
    const thread = machine.thread(id);
    if (failsAssume(machine, thread)) return undefined;
    if (isBlocked(machine, thread)) blocked.push(placeOf(machine, thread));
  }
  return blocked.length > 0 ? blocked.sort().join() : undefined;
}

function failsAssume(machine: StepMachine, thread: number): boolean {
  if (machine.statusOf(thread) !== threadStatus.ready) return false;
  const steps = machine.stepsAt(thread);
  return steps.length > 0 && steps.every(({ action }) => action.kind === 'assume');
}

function isBlocked(machine: StepMachine, thread: number): boolean {
  const status = machine.statusOf(thread);
  if (status === threadStatus.waiting || status === threadStatus.notified) return true;
  if (status !== threadStatus.ready) return false;
  return machine.stepsAt(thread).some(({ action }) => action.kind === 'acquire' || action.kind === 'join');
}

function placeOf(machine: StepMachine, thread: number): string {
  return `${machine.memory.words[thread + threadWord.kind]}@${machine.stepsAt(thread)[0]!.id}`;
}
