// What the next step of a thread touches under preemptive scheduling. It follows from the thread's own state, so it is known
// before the step is taken and stays the same while only other threads move. A step that goes wrong touches nothing, unless
// what it has read makes it go wrong. `notify` needs no place for its lock: whoever could meet it there must hold the lock.

import type { CompiledCell, CompiledStep } from '../machine/compiled-program.js';
import { listWord, objectWord, threadStatus, threadWord } from '../machine/layout.js';
import { noValue, type StepMachine } from '../machine/step-machine.js';
import { type Access, access, type Footprint, way } from './independence.js';
import type { StableNames } from './stable-names.js';

export class PreemptiveFootprints {
  #id = 0;
  #thread = 0;
  #frame = 0;

  constructor(
    readonly machine: StepMachine,
    readonly names: StableNames,
  ) {}

  /** Of a step that `moves.ts` allows, or that only waits for a lock. */
  of(id: number, step: CompiledStep, value: number): Footprint {
    const { machine, names } = this;
    this.#id = id;
    this.#thread = machine.thread(id);
    this.#frame = machine.frameOf(this.#thread);
    const own = access(names.threadPlace(names.thread(id)), way.lead);
    if (machine.statusOf(this.#thread) === threadStatus.notified)
      return [own, access(names.lockPlace(this.#word(threadWord.lock)), way.take)];
    return [own, ...this.#others(step, value)];
  }

  #word(word: number): number {
    return this.machine.memory.words[this.#thread + word]!;
  }

  #others(step: CompiledStep, value: number): Footprint {
    const { action } = step;
    switch (action.kind) {
      case 'read':
        return this.#cell(step.cell!, way.look);
      case 'write':
        return this.#goesWrong(step) ? [] : this.#cell(step.cell!, way.change);
      case 'update':
        return this.#cell(step.cell!, way.change);
      case 'acquire':
        return this.#acquire(step);
      case 'release':
        return this.#release(step);
      case 'wait':
        return this.#wait(step);
      case 'notify':
        return this.#notify(step, action.all, value);
      case 'spawn':
        return [this.#threadAccess(this.names.nextChild(this.names.thread(this.#id)), way.lead)];
      case 'join':
        return this.#join(step);
      default:
        return [];
    }
  }

  #threadAccess(name: number, how: typeof way.lead | typeof way.follow): Access {
    return access(this.names.threadPlace(name), how);
  }

  /** Nothing when there is no such cell. */
  #cell(cell: CompiledCell, how: typeof way.look | typeof way.change): Footprint {
    const at = this.#locate(cell);
    return at ? [access(this.names.cellPlace(at.object, at.number), how)] : [];
  }

  #locate(cell: CompiledCell): { object: number; number: number } | undefined {
    const { machine } = this;
    if (cell.kind === 'variable') return { object: 0, number: cell.variable };
    const object = (cell.kind === 'field' ? cell.object : cell.array)(this.#frame);
    const number = cell.kind === 'field' ? cell.field : cell.index(this.#frame);
    if (!(object > 0) || !(cell.kind === 'field' ? machine.isInstance(object) : machine.isArray(object)))
      return undefined;
    return number >= 0 && number < machine.memory.words[object + objectWord.length]! ? { object, number } : undefined;
  }

  /** Whether the value that a write would write does not fit: that depends on nobody else. */
  #goesWrong({ cell, operand }: CompiledStep): boolean {
    if (!operand) return false;
    const value = operand(this.#frame);
    if (value - value !== 0) return true;
    const at = this.#locate(cell!);
    if (!at) return true;
    const { low, high } = cell!.kind === 'variable' ? cell!.type : this.machine.cellType(at.object, at.number);
    return value < low || value > high;
  }

  #lock({ operand }: CompiledStep): number {
    const lock = operand!(this.#frame);
    if (lock > 0) return lock;
    return 0; // null, or no value at all
  }

  #owns(lock: number): boolean {
    return this.machine.ownerOf(lock) === this.#id + 1;
  }

  /** Inner levels are nobody else's business. */
  #acquire(step: CompiledStep): Footprint {
    const lock = this.#lock(step);
    return lock === 0 || this.#owns(lock) ? [] : [access(this.names.lockPlace(lock), way.take)];
  }

  #release(step: CompiledStep): Footprint {
    const lock = this.#lock(step);
    const isLast = lock > 0 && this.#owns(lock) && this.machine.memory.words[lock + objectWord.levels] === 1;
    return isLast ? [access(this.names.lockPlace(lock), way.give)] : [];
  }

  #wait(step: CompiledStep): Footprint {
    const { words } = this.machine.memory;
    const lock = this.#lock(step);
    const innermost = this.#word(threadWord.held);
    const waits = lock > 0 && innermost !== 0 && words[innermost + listWord.value] === lock;
    return waits ? [access(this.names.lockPlace(lock), way.give)] : [];
  }

  #notify(step: CompiledStep, all: boolean, chosen: number): Footprint {
    const lock = this.#lock(step);
    if (lock === 0 || !this.#owns(lock)) return [];
    const waiting = this.machine.waitersOf(lock);
    const woken = all ? waiting : chosen === noValue ? waiting.slice(0, 1) : [chosen];
    return woken.map((id) => this.#threadAccess(this.names.thread(id), way.lead));
  }

  #join({ operand }: CompiledStep): Footprint {
    const { words } = this.machine.memory;
    if (operand) return [this.#threadAccess(this.names.thread(operand(this.#frame) - 1), way.follow)];
    const children: Access[] = [];
    for (let entry = this.#word(threadWord.children); entry !== 0; entry = words[entry + listWord.next]!)
      children.push(this.#threadAccess(this.names.thread(words[entry + listWord.value]!), way.follow));
    return children;
  }
}
