// Thread transition diagrams (TTD): the program of one thread as edges between thread states (shared, local), run by any
// number of threads at once (paper 002, section 2; broadcast after Liu and Wahl, FMCAD 2014).

import type { Place } from '../../base/source-text.js';

export interface ThreadState {
  readonly shared: number;
  readonly local: number;
}

/** Every other thread in local state `from` moves to `to`; several moves of one `from` are alternatives per thread. */
export interface PassiveMove {
  readonly from: number;
  readonly to: number;
}

export interface Edge {
  /**
   * move: one thread goes from `from` to `to` and drags the passive threads along (`->`).
   * spawn: a thread in `from.local` stays there and starts one in `to.local` (`+>`).
   * transfer: every thread in `from.local`, be there any or none, goes to `to.local` (`~>`).
   */
  readonly kind: 'move' | 'spawn' | 'transfer';
  readonly from: ThreadState;
  readonly to: ThreadState;
  readonly passive: readonly PassiveMove[];
  readonly place?: Place;
  /** The statement it stands for, when the diagram was translated from a program. */
  readonly text?: string;
}

/** A shared state, threads in the `bounded` local states (with repetition), any number of them in the `unbounded`. */
export interface Configuration {
  readonly shared: number;
  readonly bounded: readonly number[];
  readonly unbounded: readonly number[];
}

/** A configuration to be covered: at least these threads, with this shared state. */
export interface Target {
  readonly configuration: Configuration;
  /** What reports call it; its text form when absent. */
  readonly name?: string;
}

export interface ThreadDiagram {
  readonly kind: 'threads';
  readonly sharedCount: number;
  readonly localCount: number;
  readonly edges: readonly Edge[];
  readonly initial: readonly Configuration[];
  readonly targets: readonly Target[];
  /** Words for the states of a translated program, for witnesses. */
  readonly sharedNames?: readonly string[];
  readonly localNames?: readonly string[];
  /** Per local state: what a thread that starts there is called; `T` when absent. */
  readonly threadNames?: readonly string[];
}

/** Any number of threads in 0|0: what is meant when nothing is said. */
export const defaultInitial: Configuration = { shared: 0, bounded: [], unbounded: [0] };

export function targetName(target: Target): string {
  return target.name ?? printConfiguration(target.configuration);
}

export function printConfiguration({ shared, bounded, unbounded }: Configuration): string {
  const head = bounded.length > 0 ? `${shared}|${bounded.join(',')}` : String(shared);
  return unbounded.length > 0 ? `${head}/${unbounded.join(',')}` : head;
}

export function isBroadcast(edge: Edge): boolean {
  return edge.passive.length > 0 || edge.kind === 'transfer';
}
