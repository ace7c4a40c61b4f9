// Jobs on worker threads (piscina): independent jobs run side by side, and one that does not end can be stopped from outside.
// Outcomes come back in the order of the jobs.

import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Job, JobOutcome, ProgressReport } from '../pipeline/job.js';
import type { Pool } from '../pipeline/pool.js';

/** Beyond its time limit a worker gets this long to hand in what it has. */
const graceMilliseconds = 5000;

export function workerPool(threads: number | undefined): Pool {
  return {
    async *run(jobs, onProgress) {
      const piscina = new Piscina({
        filename: new URL('./worker.js', import.meta.url).href,
        maxThreads: Math.min(threads ?? availableParallelism(), jobs.length),
        minThreads: 1,
      });
      try {
        const outcomes = jobs.map((job) => runInWorker(piscina, job, onProgress));
        // A job that fails while an earlier one is awaited must not count as unhandled.
        for (const outcome of outcomes) outcome.catch(() => {});
        for (const outcome of outcomes) yield await outcome;
      } finally {
        await piscina.destroy();
      }
    },
  };
}

async function runInWorker(
  piscina: Piscina,
  job: Job,
  onProgress: (progress: ProgressReport) => void,
): Promise<JobOutcome> {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onProgress);
  const runaway = new AbortController();
  const { milliseconds } = job.limits;
  const timer = milliseconds && setTimeout(() => runaway.abort(), milliseconds + graceMilliseconds);
  try {
    return await piscina.run({ job, port: port2 }, { name: 'run', transferList: [port2], signal: runaway.signal });
  } catch (error) {
    if (!runaway.signal.aborted) throw error;
    return { kind: 'stopped', because: `time limit of ${(milliseconds ?? 0) / 1000} s reached` };
  } finally {
    clearTimeout(timer || undefined);
    port1.close();
  }
}
