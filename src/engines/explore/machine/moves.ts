// Which steps the machine's state allows: the counterpart of model/program/moves.ts. A move is a step with the value it
// chooses; `local` moves touch nothing that another thread can see.

import type { CompiledStep } from './compiled-program.js';
import { objectWord, threadStatus, threadWord } from './layout.js';
import { noValue, type StepMachine } from './step-machine.js';

/** Fills the two lists with the steps a thread can take and the values they choose. */
export function collectMoves(machine: StepMachine, id: number, steps: CompiledStep[], values: number[]): void {
  truncate(steps, values, fillMoves(machine, id, steps, values));
}

/** Setting the length of an array is slow, and mostly it is right already. */
function truncate(steps: CompiledStep[], values: number[], count: number): void {
  if (steps.length === count) return;
  while (steps.length > count) {
    steps.pop();
    values.pop();
  }
}

/** How many there are. */
function fillMoves(machine: StepMachine, id: number, steps: CompiledStep[], values: number[]): number {
  let count = 0;
  const thread = machine.thread(id);
  const isResuming = machine.statusOf(thread) === threadStatus.notified;
  if (!isResuming ? machine.statusOf(thread) !== threadStatus.ready : !isEnabled(machine, id)) return 0;
  for (const step of machine.stepsAt(thread)) {
    const free = isResuming ? undefined : freeValues(machine, id, step);
    if (!free && !isResuming && !isPassable(machine, id, step)) continue;
    for (const value of free ?? noFreeValues) {
      steps[count] = step;
      values[count++] = value;
    }
  }
  return count;
}

const noFreeValues: readonly number[] = [noValue];

/** The values a step may choose from; undefined when there is nothing to choose. */
function freeValues(machine: StepMachine, id: number, step: CompiledStep): number[] | undefined {
  const { kind } = step;
  if (kind !== 'choose' && kind !== 'notify') return undefined;
  const frame = machine.frameOf(machine.thread(id));
  if (kind === 'choose') {
    const low = step.operand!(frame);
    const high = step.second!(frame);
    return low <= high && high - low < Number.POSITIVE_INFINITY
      ? Array.from({ length: high - low + 1 }, (_, i) => low + i)
      : undefined;
  }
  if (step.isAll) return undefined;
  const waiting = machine.waitersOf(step.operand!(frame));
  return waiting.length > 1 ? waiting : undefined;
}

/** Steps that would go wrong are passable: the thread takes them and goes wrong. */
function isPassable(machine: StepMachine, id: number, step: CompiledStep): boolean {
  switch (step.kind) {
    case 'assume':
      return step.operand!(machine.frameOf(machine.thread(id))) !== 0;
    case 'acquire':
      return lockInTheWay(machine, id, step) === 0;
    case 'join':
      return awaitsNobody(machine, id, step);
    default:
      return true;
  }
}

/** The lock that an acquire cannot get now, or 0. */
function lockInTheWay(machine: StepMachine, id: number, step: CompiledStep): number {
  const lock = step.operand!(machine.frameOf(machine.thread(id)));
  if (!(lock > 0)) return 0;
  const owner = machine.ownerOf(lock);
  return owner === 0 || owner === id + 1 ? 0 : lock;
}

function awaitsNobody(machine: StepMachine, id: number, step: CompiledStep): boolean {
  const { words } = machine.memory;
  const thread = machine.thread(id);
  if (step.operand) return hasEnded(machine, step.operand(machine.frameOf(thread)));
  for (let entry = words[thread + threadWord.children]!; entry !== 0; entry = words[entry + 1]!)
    if (!hasEnded(machine, words[entry]! + 1)) return false;
  return true;
}

function hasEnded(machine: StepMachine, handle: number): boolean {
  if (!(handle > 0 && handle <= machine.threadCount)) return false;
  return machine.statusOf(machine.thread(handle - 1)) === threadStatus.ended;
}

/** The held lock that a thread is waiting to take (acquire, or the end of a wait), or 0. */
export function awaitedLock(machine: StepMachine, id: number): number {
  const thread = machine.thread(id);
  const status = machine.statusOf(thread);
  if (status === threadStatus.notified) {
    const lock = machine.memory.words[thread + threadWord.lock]!;
    return machine.memory.words[lock + objectWord.owner] === 0 ? 0 : lock;
  }
  if (status !== threadStatus.ready) return 0;
  for (const step of machine.stepsAt(thread)) {
    const lock = step.kind === 'acquire' ? lockInTheWay(machine, id, step) : 0;
    if (lock !== 0) return lock;
  }
  return 0;
}

export function isEnabled(machine: StepMachine, id: number): boolean {
  const thread = machine.thread(id);
  const status = machine.statusOf(thread);
  if (status === threadStatus.notified) return awaitedLock(machine, id) === 0;
  if (status !== threadStatus.ready) return false;
  for (const step of machine.stepsAt(thread)) if (isPassable(machine, id, step)) return true;
  return false;
}

export function isAnyEnabled(machine: StepMachine): boolean {
  for (let id = 0; id < machine.threadCount; id++) if (isEnabled(machine, id)) return true;
  return false;
}

/** The only move of a thread, when nobody else can see it or stand in its way; it need not be a node of the search. */
export function onlyLocalStep(machine: StepMachine, id: number): CompiledStep | undefined {
  const thread = machine.thread(id);
  if (machine.statusOf(thread) !== threadStatus.ready) return undefined;
  let only: CompiledStep | undefined;
  for (const step of machine.stepsAt(thread)) {
    if (!isLocal(machine, id, step)) return undefined;
    if (!isPassable(machine, id, step)) continue;
    if (only) return undefined;
    only = step;
  }
  return only;
}

function isLocal(machine: StepMachine, id: number, step: CompiledStep): boolean {
  switch (step.kind) {
    case 'skip':
    case 'assign':
    case 'assume':
    case 'assert':
    case 'call':
    case 'return':
    case 'label':
    case 'yield':
    case 'begin-unit':
    case 'end-unit':
    case 'allocate':
    case 'allocate-array':
      return true;
    case 'acquire':
    case 'release':
      return isInnerLevel(machine, id, step);
    default:
      return false;
  }
}

/** Reentrant acquires and their releases change nothing for others. */
function isInnerLevel(machine: StepMachine, id: number, step: CompiledStep): boolean {
  const lock = step.operand!(machine.frameOf(machine.thread(id)));
  if (!(lock > 0) || machine.ownerOf(lock) !== id + 1) return false;
  return step.kind === 'acquire' || machine.memory.words[lock + objectWord.levels]! > 1;
}
