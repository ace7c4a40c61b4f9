// The monitors of a search, with numbers for what they remember. What a monitor makes of a step is looked up when all it
// sees of the step is a label and it has met the label in the same state before.

import { PairTable } from '../../../base/integers/pair-table.js';
import { Interner, internStrings } from '../../../base/interner.js';
import type { StepEvent } from '../../../model/program/event.js';
import type { State } from '../../../model/program/state.js';
import type { RunStep } from '../../../verdict/program-run.js';
import type { Monitor } from '../monitor.js';
import type { Violation } from '../violation.js';

export interface Watched {
  /** The number of what the monitor remembers now. */
  readonly id: number;
  readonly violations: readonly Violation[];
}

export class Watcher {
  readonly #states: Interner<unknown>;
  readonly #labels = internStrings();
  /** By event, for one thread: its label. Events of remembered steps come again and again. */
  readonly #known = new WeakMap<StepEvent, { readonly thread: number; readonly label: number }>();
  readonly #pairs = new PairTable();
  readonly #answers: Watched[] = [];

  constructor(readonly monitor: Monitor) {
    this.#states = new Interner((watched) => monitor.key(watched));
  }

  initial(state: State): number {
    return this.#states.intern(this.monitor.initial(state));
  }

  /** Whether `see` is enough: the monitor looks at labels only. */
  get isLabelled(): boolean {
    return this.monitor.label !== undefined;
  }

  /** What the monitor says to an event; `stepOf` gives the whole step if it has not been seen yet. */
  see(watched: number, event: StepEvent, thread: number, isRemembered: boolean, stepOf: () => RunStep): Watched {
    const pair = this.#pairs.intern(watched, this.#labelOf(event, thread, isRemembered));
    this.#answers[pair] ??= this.watch(watched, stepOf());
    return this.#answers[pair];
  }

  watch(watched: number, step: RunStep): Watched {
    const { watched: next, violations } = this.monitor.next(this.#states.value(watched), step);
    return { id: this.#states.intern(next), violations };
  }

  #labelOf(event: StepEvent, thread: number, isRemembered: boolean): number {
    const known = this.#known.get(event);
    if (known?.thread === thread) return known.label;
    const label = this.#labels.intern(this.monitor.label!(event, thread));
    if (isRemembered) this.#known.set(event, { thread, label });
    return label;
  }
}
