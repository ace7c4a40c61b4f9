// The ordering half that the clock-based detectors share: they differ in what they remember of accesses.

import { ThreadClocks } from '../../logic/happens-before/thread-clocks.js';
import type { Detector, Race } from './detector.js';

export abstract class ClockDetector implements Detector {
  readonly races: Race[] = [];
  protected readonly clocks = new ThreadClocks();

  abstract readonly bytes: number;
  abstract read(thread: number, variable: number, event: number): void;
  abstract write(thread: number, variable: number, event: number): void;
  abstract allocate(thread: number, variable: number, event: number): void;

  acquire(thread: number, lock: number): void {
    this.clocks.acquire(thread, lock);
  }

  release(thread: number, lock: number): void {
    this.clocks.release(thread, lock);
  }

  fork(thread: number, child: number): void {
    this.clocks.fork(thread, child);
  }

  join(thread: number, child: number): void {
    this.clocks.join(thread, child);
  }

  volatileRead(thread: number, volatile: number): void {
    this.clocks.acquire(thread, volatile);
  }

  volatileWrite(thread: number, volatile: number): void {
    this.clocks.release(thread, volatile);
  }

  other(): void {}
}
