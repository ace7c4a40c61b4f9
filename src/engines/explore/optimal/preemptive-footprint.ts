// What the next step of a thread touches under preemptive scheduling. It follows from the thread's own state, so it is known
// before the step is taken and stays the same while only other threads move. A step that goes wrong touches nothing, unless
// what it has read makes it go wrong. `notify` needs no place for its lock: whoever could meet it there must hold the lock.

import type { CompiledCell, CompiledStep } from '../machine/compiled-program.js';
import { listWord, objectWord, threadStatus, threadWord } from '../machine/layout.js';
import { noValue, type StepMachine } from '../machine/step-machine.js';
import { type Access, access, type Footprint, way } from './independence.js';
import type { StableNames } from './stable-names.js';

/** Instead of an access: the step touches nothing beside its thread's own place. */
const nothing = -1;

export class PreemptiveFootprints {
  #id = 0;
  #thread = 0;
  #frame = 0;
  /** The cell that was looked for last. */
  #object = 0;
  #number = 0;

  constructor(
    readonly machine: StepMachine,
    readonly names: StableNames,
  ) {}

  /** To be called first: whose step it is. */
  #look(id: number): void {
    this.#id = id;
    this.#thread = this.machine.thread(id);
    this.#frame = this.machine.frameOf(this.#thread);
  }

  /** Every step leads at its thread's own place. */
  own(id: number): Access {
    return this.#threadAccess(this.names.thread(id), way.lead);
  }

  /** Whether a step can touch more than one place beside its thread's own. */
  canTouchSeveral({ kind }: CompiledStep): boolean {
    return kind === 'notify' || kind === 'join';
  }

  /** Of a step that `moves.ts` allows, or that only waits for a lock. */
  of(id: number, step: CompiledStep, value: number): Footprint {
    if (!this.canTouchSeveral(step) || this.#isNotified(id)) {
      const other = this.other(id, step);
      return other === nothing ? [this.own(id)] : [this.own(id), other];
    }
    this.#look(id);
    const others = step.kind === 'notify' ? this.#notify(step, value) : this.#join(step);
    return [this.own(id), ...others];
  }

  #isNotified(id: number): boolean {
    return this.machine.statusOf(this.machine.thread(id)) === threadStatus.notified;
  }

  /** What a step touches beside its thread's own place, if that is one place or none. */
  other(id: number, step: CompiledStep): Access {
    this.#look(id);
    if (this.#isNotified(id)) return access(this.names.lockPlace(this.#word(threadWord.lock)), way.take);
    switch (step.kind) {
      case 'read':
        return this.#cell(step.cell!, way.look);
      case 'write':
        return this.#goesWrong(step) ? nothing : this.#cell(step.cell!, way.change);
      case 'update':
        return this.#cell(step.cell!, way.change);
      case 'acquire':
        return this.#acquire(step);
      case 'release':
        return this.#release(step);
      case 'wait':
        return this.#wait(step);
      case 'spawn':
        return this.#threadAccess(this.names.nextChild(this.names.thread(id)), way.lead);
      default:
        return nothing;
    }
  }

  #word(word: number): number {
    return this.machine.memory.words[this.#thread + word]!;
  }

  #threadAccess(name: number, how: typeof way.lead | typeof way.follow): Access {
    return access(this.names.threadPlace(name), how);
  }

  /** Nothing when there is no such cell. */
  #cell(cell: CompiledCell, how: typeof way.look | typeof way.change): Access {
    if (!this.#locate(cell)) return nothing;
    return access(this.names.cellPlace(this.#object, this.#number), how);
  }

  /** Whether there is such a cell; then `#object` and `#number` say which. */
  #locate(cell: CompiledCell): boolean {
    const { machine } = this;
    const isVariable = cell.kind === 'variable';
    const object = isVariable ? 0 : (cell.kind === 'field' ? cell.object : cell.array)(this.#frame);
    const number = isVariable ? cell.variable : cell.kind === 'field' ? cell.field : cell.index(this.#frame);
    this.#object = object;
    this.#number = number;
    if (isVariable) return true;
    if (!(object > 0) || !(cell.kind === 'field' ? machine.isInstance(object) : machine.isArray(object))) return false;
    return number >= 0 && number < machine.memory.words[object + objectWord.length]!;
  }

  /** Whether the value that a write would write does not fit: that depends on nobody else. */
  #goesWrong({ cell, operand }: CompiledStep): boolean {
    if (!operand) return false;
    const value = operand(this.#frame);
    if (value - value !== 0) return true;
    if (!this.#locate(cell!)) return true;
    const { low, high } = cell!.kind === 'variable' ? cell!.type : this.machine.cellType(this.#object, this.#number);
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
  #acquire(step: CompiledStep): Access {
    const lock = this.#lock(step);
    return lock === 0 || this.#owns(lock) ? nothing : access(this.names.lockPlace(lock), way.take);
  }

  #release(step: CompiledStep): Access {
    const lock = this.#lock(step);
    const isLast = lock > 0 && this.#owns(lock) && this.machine.memory.words[lock + objectWord.levels] === 1;
    return isLast ? access(this.names.lockPlace(lock), way.give) : nothing;
  }

  #wait(step: CompiledStep): Access {
    const { words } = this.machine.memory;
    const lock = this.#lock(step);
    const innermost = this.#word(threadWord.held);
    const waits = lock > 0 && innermost !== 0 && words[innermost + listWord.value] === lock;
    return waits ? access(this.names.lockPlace(lock), way.give) : nothing;
  }

  #notify(step: CompiledStep, chosen: number): Footprint {
    const lock = this.#lock(step);
    if (lock === 0 || !this.#owns(lock)) return [];
    const waiting = this.machine.waitersOf(lock);
    const woken = step.isAll ? waiting : chosen === noValue ? waiting.slice(0, 1) : [chosen];
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
