// Drives a generator (an engine, a replay) to its end: waits where it waits for input, keeps an eye on the budget, and
// lets other events through now and then. Once told to stop, a run has a short time to hand in what it has.

import { type Budget, graceOf, type Stop } from '../base/budget.js';
import type { EngineEvent } from '../verdict/engine.js';
import type { Platform } from './job.js';

const breathEvery = 50;
/** Asking the system costs a millisecond where processes are watched. */
const memoryEvery = 100;

/** A promise when the run has to wait. */
export type Handler = (event: Exclude<EngineEvent, { kind: 'await-input' }>) => Promise<void> | undefined;

/** Undefined when the run was abandoned because it did not stop when told to. */
export async function drive<T>(
  run: Generator<EngineEvent, T, Stop | undefined>,
  budget: Budget,
  platform: Platform,
  handle: Handler,
): Promise<{ readonly value: T } | undefined> {
  let breathed = platform.now();
  let observed = breathed;
  let toldAt: number | undefined;
  // What is done with the events is not the run's fault.
  let waited = 0;
  let next = run.next();
  while (!next.done) {
    const event = next.value;
    const work = event.kind === 'await-input' ? undefined : handle(event);
    if (event.kind === 'await-input') await event.ready;
    if (work) waited += await timeOf(work, platform);
    const now = platform.now();
    if (now - breathed > breathEvery) {
      await platform.breathe();
      breathed = platform.now();
    }
    if (now - observed > memoryEvery) {
      const inUse = platform.memoryInUse();
      budget.observe(inUse, platform.memoryShortage?.(inUse));
      observed = now;
    }
    const stop = budget.check();
    if (toldAt !== undefined && now - waited - toldAt > graceOf(budget.limits)) return undefined;
    // Looking for memory may have taken its time, too.
    if (stop?.scope === 'run') toldAt ??= platform.now() - waited;
    next = run.next(stop);
  }
  return { value: next.value };
}

async function timeOf(work: Promise<void>, platform: Platform): Promise<number> {
  const begun = platform.now();
  await work;
  return platform.now() - begun;
}
