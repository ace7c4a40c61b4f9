// The textbook detector: for each variable, of every thread, the interval of its last read and of its last write. An
// access races iff its thread does not know one of the conflicting intervals. Memory: variables x threads.

import { grownTo } from '../../base/integers/typed-array.js';
import { ClockDetector } from './clock-detector.js';
import type { Access } from './detector.js';

export class VectorClockDetector extends ClockDetector {
  /** Per variable; 'raced' after its first race. */
  readonly #variables: (History | 'raced' | undefined)[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes + this.clocks.bytes;
  }

  read(thread: number, variable: number, event: number): void {
    const history = this.#historyOf(variable);
    if (history === 'raced') return;
    const earlier = this.#unordered(history.writes, thread, 'w');
    if (earlier) this.#race(variable, earlier, { event, thread, op: 'r' });
    else this.#remember(history.reads, thread, event);
  }

  write(thread: number, variable: number, event: number): void {
    const history = this.#historyOf(variable);
    if (history === 'raced') return;
    const earlier = this.#unordered(history.writes, thread, 'w') ?? this.#unordered(history.reads, thread, 'r');
    if (earlier) this.#race(variable, earlier, { event, thread, op: 'w' });
    else this.#remember(history.writes, thread, event);
  }

  allocate(_thread: number, variable: number): void {
    if (this.#variables[variable] !== 'raced') this.#variables[variable] = undefined;
  }

  #historyOf(variable: number): History | 'raced' {
    return (this.#variables[variable] ??= { reads: emptyAccesses(), writes: emptyAccesses() });
  }

  /** The latest of the accesses that `thread` does not happen after. */
  #unordered(accesses: ThreadAccesses, thread: number, op: 'r' | 'w'): Access | undefined {
    const { clocks, events } = accesses;
    let found = -1;
    for (let other = 0; other < clocks.length; other++) {
      if (this.clocks.knows(thread, other, clocks[other]!)) continue;
      if (found < 0 || events[other]! > events[found]!) found = other;
    }
    return found < 0 ? undefined : { event: events[found]!, thread: found, op };
  }

  #remember(accesses: ThreadAccesses, thread: number, event: number): void {
    if (thread >= accesses.clocks.length) {
      this.#bytes -= 12 * accesses.clocks.length;
      accesses.clocks = grownTo(accesses.clocks, thread);
      accesses.events = grownTo(accesses.events, thread);
      this.#bytes += 12 * accesses.clocks.length;
    }
    accesses.clocks[thread] = this.clocks.now(thread);
    accesses.events[thread] = event;
  }

  #race(variable: number, earlier: Access, later: Access): void {
    this.races.push({ variable, earlier, later });
    this.#variables[variable] = 'raced';
  }
}

interface History {
  readonly reads: ThreadAccesses;
  readonly writes: ThreadAccesses;
}

/** Last access of each thread: its interval (0: none) and its event. */
interface ThreadAccesses {
  clocks: Int32Array;
  events: Float64Array;
}

function emptyAccesses(): ThreadAccesses {
  return { clocks: new Int32Array(0), events: new Float64Array(0) };
}
