// Work that yields how far it is, as a part of an engine's run: each yield is progress, each answer may be to stop.

import type { Stop } from '../../base/budget.js';
import type { EngineEvent } from '../../verdict/engine.js';

/** The result, or why it was told to stop. `done` is what progress shows; by default what the work itself says. */
export function* pump<T extends object>(
  work: Generator<number, T | undefined, Stop | undefined>,
  done: (own: number) => number = (own) => own,
): Generator<EngineEvent, T | Stop, Stop | undefined> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value!;
    const stop = yield { kind: 'progress', done: done(step.value) };
    if (stop) return stop;
  }
}
