// Turns what the explainer noted into words: events, sets of held locks, locksets as paper 001 prints them, chains.

import type { Place } from '../../base/source-text.js';
import { type Element, syncElement } from '../../logic/happens-before/lockset-trail.js';
import { Op, type TraceNames } from '../../model/traces/trace-event.js';
import type { EventNote, Evolution } from './explainer.js';
import type { HeldLock } from './held-stacks.js';

const verbs: Readonly<Record<number, string>> = {
  [Op.read]: 'reads',
  [Op.write]: 'writes',
  [Op.acquire]: 'acquires',
  [Op.release]: 'releases',
  [Op.fork]: 'forks',
  [Op.join]: 'joins',
  [Op.volatileRead]: 'reads volatile',
  [Op.volatileWrite]: 'writes volatile',
  [Op.allocate]: 'allocates',
};

export class Narrator {
  constructor(
    readonly file: string,
    readonly names: TraceNames,
  ) {}

  thread(thread: number): string {
    return this.names.threads.text(thread);
  }

  /** `T1 acquires m`. */
  deed({ thread, op, target }: EventNote): string {
    const verb = verbs[op];
    if (verb === undefined) return `${this.thread(thread)} goes on`;
    return `${this.thread(thread)} ${verb} ${this.names.targetText(op, target)}`;
  }

  lockNames(held: readonly HeldLock[]): string[] {
    return held.map(({ lock }) => this.names.syncs.text(lock));
  }

  /** `holding l and m`. */
  holding(held: readonly HeldLock[]): string {
    const locks = this.lockNames(held);
    return locks.length === 0 ? 'holding no lock' : `holding ${locks.join(' and ')}`;
  }

  /** `{T1, m}`. */
  set(lockset: readonly Element[]): string {
    return `{${lockset.map((element) => this.element(element)).join(', ')}}`;
  }

  element(element: Element): string {
    const id = element >> 1;
    return element === syncElement(id) ? this.names.syncs.text(id) : this.names.threads.text(id);
  }

  growth(variable: string, { step, lockset, ordered }: Evolution): string {
    const race = ordered === false ? ', which is not ordered after the access before' : '';
    return `event ${step.event}: ${this.deed(step)}${race}: LS(${variable}) = ${this.set(lockset)}`;
  }

  /** `event 5: T1 releases m; event 9: T2 acquires m`. */
  chain(steps: readonly EventNote[]): string {
    return steps.map((step) => `event ${step.event}: ${this.deed(step)}`).join('; ');
  }

  place({ line }: { readonly line: number }): Place {
    return { file: this.file, line, column: 1, length: 1 };
  }
}
