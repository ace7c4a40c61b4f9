// Jobs on worker threads (piscina): they run side by side, and one that does not end can be stopped from outside.
// Outcomes come back in the order of the jobs.

import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { graceOf } from '../base/budget.js';
import { wordsFor } from '../pipeline/internal-error.js';
import type { Job, JobOutcome, ProgressReport } from '../pipeline/job.js';
import type { Pool } from '../pipeline/pool.js';
import { failedJob } from '../pipeline/run-job.js';
import { packageFile } from './files/package-file.js';
import { nodePlatform } from './platform.js';

/** Timers take no more; a longer limit is none. */
const longestTimer = 2 ** 31 - 1;

export function workerPool(threads: number | undefined): Pool {
  return {
    async *run(jobs, onProgress) {
      const most = threads ?? availableParallelism();
      const dealt = jobs.map((job) => (jobs.length < most ? oneByOne(job) : [job]));
      const piscina = new Piscina({
        filename: packageFile('dist/cli/worker.js').href,
        maxThreads: Math.max(1, Math.min(most, dealt.flat().length)),
        minThreads: 1,
      });
      try {
        const outcomes = dealt.map((parts) => runParts(piscina, parts, onProgress));
        for (const outcome of outcomes) yield await outcome;
      } finally {
        await piscina.destroy();
      }
    },
  };
}

/** Where there are fewer inputs than workers, questions about one input go to several. */
function oneByOne(job: Job): Job[] {
  return job.questions.length < 2 ? [job] : job.questions.map((question) => ({ ...job, questions: [question] }));
}

async function runParts(
  piscina: Piscina,
  parts: readonly Job[],
  onProgress: (progress: ProgressReport) => void,
): Promise<JobOutcome> {
  const outcomes = await Promise.all(parts.map((part) => runInWorker(piscina, part, onProgress)));
  const reading = outcomes.find((outcome) => outcome.reading.length > 0)?.reading ?? [];
  const digest = outcomes.find((outcome) => outcome.digest)?.digest;
  return { reading, answers: outcomes.flatMap(({ answers }) => answers), ...(digest ? { digest } : {}) };
}

async function runInWorker(
  piscina: Piscina,
  job: Job,
  onProgress: (progress: ProgressReport) => void,
): Promise<JobOutcome> {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onProgress);
  const runaway = new AbortController();
  const { milliseconds, until = nodePlatform.now() + (milliseconds ?? 0) } = job.limits;
  // Beyond its limit a worker may hand in what it has, and have that checked.
  const allowed = Math.min(until - nodePlatform.now() + 2 * graceOf(job.limits), longestTimer);
  const timer = milliseconds !== undefined && setTimeout(() => runaway.abort(), allowed);
  try {
    return await piscina.run({ job, port: port2 }, { name: 'run', transferList: [port2], signal: runaway.signal });
  } catch (error) {
    if (!runaway.signal.aborted) return failedJob(job, wordsFor(error, nodePlatform));
    const because = `time limit of ${(milliseconds ?? 0) / 1000} s reached`;
    return { reading: [], answers: job.questions.map(() => ({ kind: 'stopped', because })) };
  } finally {
    clearTimeout(timer || undefined);
    port1.close();
  }
}
