// Deadlocks of the machine's state: the counterpart of model/program/deadlock.ts. Asked only where no thread can move.

import { type DeadlockCause, deadlockCauses, type ThreadFate, type Wait } from '../../../model/waits-for/causes.js';
import type { CompiledStep } from './compiled-program.js';
import { listWord, objectWord, threadStatus, threadWord } from './layout.js';
import type { StepMachine } from './step-machine.js';

/**
 * What tells this deadlock from others: the kind and place of each thread that is part of a cause, and the lock. Undefined
 * when nobody waits but for threads that went wrong, or when a thread fails an `assume`: then this is no execution at all.
 */
export function deadlockKey(machine: StepMachine): string | undefined {
  for (let id = 0; id < machine.threadCount; id++) if (failsAssume(machine, machine.thread(id))) return undefined;
  const causes = deadlockCauses({
    threadCount: machine.threadCount,
    fateOf: (id) => fateOf(machine, machine.thread(id)),
    waitsOf: (id) => waitsOf(machine, machine.thread(id)),
  });
  return causes.length > 0
    ? causes
        .map((cause) => keyOf(machine, cause))
        .sort()
        .join(' | ')
    : undefined;
}

function failsAssume(machine: StepMachine, thread: number): boolean {
  if (machine.statusOf(thread) !== threadStatus.ready) return false;
  const steps = machine.stepsAt(thread);
  return steps.length > 0 && steps.every(({ kind }) => kind === 'assume');
}

function fateOf(machine: StepMachine, thread: number): ThreadFate {
  const status = machine.statusOf(thread);
  if (status === threadStatus.wrong) return 'wrong';
  return status === threadStatus.ended ? 'ended' : 'blocked';
}

function waitsOf(machine: StepMachine, thread: number): Wait[] {
  const lock = machine.memory.words[thread + threadWord.lock]!;
  switch (machine.statusOf(thread)) {
    case threadStatus.waiting:
      return [{ kind: 'notification', lock }];
    case threadStatus.notified:
      return [{ kind: 'lock', lock, owners: [machine.ownerOf(lock) - 1] }];
    default:
      return machine.stepsAt(thread).flatMap((step) => waitsAt(machine, thread, step));
  }
}

function waitsAt(machine: StepMachine, thread: number, { kind, operand }: CompiledStep): Wait[] {
  const value = operand?.(machine.frameOf(thread));
  if (kind === 'acquire') return [{ kind: 'lock', lock: value!, owners: [machine.ownerOf(value!) - 1] }];
  if (kind !== 'join') return [];
  return [
    { kind: 'threads', threads: unended(machine, value === undefined ? childrenOf(machine, thread) : [value - 1]) },
  ];
}

function childrenOf(machine: StepMachine, thread: number): number[] {
  const { words } = machine.memory;
  const children: number[] = [];
  for (let entry = words[thread + threadWord.children]!; entry !== 0; entry = words[entry + listWord.next]!)
    children.push(words[entry + listWord.value]!);
  return children;
}

function unended(machine: StepMachine, threads: readonly number[]): number[] {
  const waits = (id: number) => machine.statusOf(machine.thread(id)) !== threadStatus.ended;
  return threads.filter((id) => id >= 0 && id < machine.threadCount && waits(id));
}

function keyOf(machine: StepMachine, cause: DeadlockCause): string {
  const places = [...new Set(cause.threads.map((id) => placeOf(machine, machine.thread(id))))].sort().join();
  return `${cause.kind} ${'lock' in cause ? lockKey(machine, cause.lock) : ''} ${places}`;
}

/** Declared locks are told apart, other objects by what they are. */
function lockKey(machine: StepMachine, lock: number): string {
  const tag = machine.memory.words[lock + objectWord.tag]!;
  return tag === 0 ? `lock ${lock}` : `tag ${tag}`;
}

function placeOf(machine: StepMachine, thread: number): string {
  return `${machine.memory.words[thread + threadWord.kind]}@${machine.stepsAt(thread)[0]!.id}`;
}
