// Drives a generator (an engine, a replay) to its end: waits where it waits for input, keeps an eye on the budget, and
// lets other events through now and then. Once told to stop, a run has a short time to hand in what it has.

import type { Budget, Stop } from '../base/budget.js';
import type { EngineEvent } from '../verdict/engine.js';
import type { Platform } from './job.js';

const breathEvery = 50;
const graceMilliseconds = 2000;

export type Handler = (event: Exclude<EngineEvent, { kind: 'await-input' }>) => void;

/** Undefined when the run was abandoned because it did not stop when told to. */
export async function drive<T>(
  run: Generator<EngineEvent, T, Stop | undefined>,
  budget: Budget,
  platform: Platform,
  handle: Handler,
): Promise<{ readonly value: T } | undefined> {
  let breathed = platform.now();
  let toldAt: number | undefined;
  let next = run.next();
  while (!next.done) {
    const event = next.value;
    if (event.kind === 'await-input') await event.ready;
    else handle(event);
    const now = platform.now();
    if (now - breathed > breathEvery) {
      await platform.breathe();
      budget.observe(platform.memoryInUse());
      breathed = platform.now();
    }
    const stop = budget.check();
    if (stop?.scope === 'run') toldAt ??= now;
    if (toldAt !== undefined && now - toldAt > graceMilliseconds) return undefined;
    next = run.next(stop);
  }
  return { value: next.value };
}
