// What the search asks of a program under some scheduling: a transition system whose events have footprints. This is the
// whole interface; another scheduling is another implementation of it. If nothing is known about which steps commute,
// `commutes` is false, and the search tries every event everywhere.

import type { Event } from './event.js';

/** A point to return to. */
export type Mark = number;

export interface Interleavings {
  /** Whether the footprints are a valid independence (see independence.ts). */
  readonly commutes: boolean;
  /** Threads have numbers from 0 on; some of these may not exist yet. */
  readonly threadCount: number;
  /** Steps of the program so far. */
  readonly length: number;
  /** What a thread can do next; nothing if it does not exist, has ended or must wait. */
  eventsOf(thread: number): readonly Event[];
  /**
   * What a thread could do next if only these events had happened after a mark. Not there if a thread's next event follows
   * from the thread's own state, so that it is the same whatever others do.
   */
  eventsAfter?(mark: Mark, sequence: readonly Event[], thread: number): readonly Event[];
  /** Why not every execution can be followed to its end, as far as is known. */
  readonly trouble?: string | undefined;
  /** For each thread that waits to take a place which another one has taken: the event it waits for. */
  waiting(): Event[];
  /** Makes an event happen that `eventsOf` names. */
  take(event: Event): void;
  /** Whether the last event goes back in its thread's code: every cycle of states has such an event. */
  readonly isLooping: boolean;
  /** Whether the last event came back to a state of this execution; it may only notice where an event loops. */
  hasReturned(): boolean;
  /** Called where nothing can happen any more. */
  noteEnd(): void;
  mark(): Mark;
  undoTo(mark: Mark): void;
}
