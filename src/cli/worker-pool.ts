// Jobs on worker threads (piscina): they run side by side, and one that does not end can be stopped from outside.

import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { graceOf } from '../base/budget.js';
import { OpenQuestions } from '../pipeline/answers/open-questions.js';
import { Unpacker } from '../pipeline/answers/packed.js';
import { wordsFor } from '../pipeline/internal-error.js';
import type { Job, JobSink, Reading } from '../pipeline/job.js';
import type { Pool, PoolSink } from '../pipeline/pool.js';
import { packageFile } from './files/package-file.js';
import { nodePlatform } from './platform.js';
import type { WorkerMessage } from './worker.js';

/** A reader has nothing to hand in when its time is over; so long may its first word be on its way. */
const readersGrace = 100;

/** Timers take no more; a longer limit is none. */
const longestTimer = 2 ** 31 - 1;

export function workerPool(threads: number | undefined): Pool {
  return {
    async deal(jobs, sink) {
      const most = threads ?? availableParallelism();
      const dealt = jobs.map((job) => (jobs.length < most ? oneByOne(job) : [wholly(job)]));
      const piscina = new Piscina({
        filename: packageFile('dist/cli/worker.js').href,
        maxThreads: Math.max(1, Math.min(most, dealt.flat().length)),
        minThreads: 1,
      });
      try {
        await Promise.all(dealt.map((shares, job) => runShares(piscina, shares, job, sink)));
      } finally {
        await piscina.destroy();
      }
    },
  };
}

/** Some questions of a job, the first of which is its `from`-th. */
interface Share {
  readonly job: Job;
  readonly from: number;
}

function wholly(job: Job): Share {
  return { job, from: 0 };
}

/** Where there are fewer inputs than workers, questions about one input go to several. */
function oneByOne(job: Job): Share[] {
  if (job.questions.length < 2) return [wholly(job)];
  return job.questions.map((question, from) => ({ job: { ...job, questions: [question] }, from }));
}

async function runShares(piscina: Piscina, shares: readonly Share[], job: number, sink: PoolSink): Promise<void> {
  const readings = await Promise.all(
    shares.map((share) =>
      runInWorker(piscina, share.job, {
        progress: (report) => sink.progress(report),
        findings: (question, findings) => sink.findings(job, share.from + question, findings),
        ended: (question, ending) => sink.ended(job, share.from + question, ending),
      }),
    ),
  );
  const reading = readings.find((one) => one.reading.length > 0)?.reading ?? [];
  const digest = readings.find((one) => one.digest)?.digest;
  await sink.read(job, { reading, ...(digest ? { digest } : {}) });
}

async function runInWorker(piscina: Piscina, job: Job, sink: JobSink): Promise<Reading> {
  const { port1, port2 } = new MessageChannel();
  const open = new OpenQuestions(job, sink);
  const runaway = new Runaway(job);
  const told = listen(port1, open, () => runaway.hasRead());
  try {
    const done = piscina.run({ job, port: port2 }, { name: 'run', transferList: [port2], signal: runaway.signal });
    // The worker's last message may come after its end is known, and a failure instead of it.
    return await Promise.race([told, failureOf(done)]);
  } catch (error) {
    if (!runaway.signal.aborted) return open.fail(wordsFor(error, nodePlatform));
    await open.stop(`time limit of ${(job.limits.milliseconds ?? 0) / 1000} s reached`);
    return { reading: [] };
  } finally {
    runaway.forget();
    port1.close();
  }
}

/** Ends a worker that is still busy after its limit. Once it has read its input it may hand in what it has, and have that checked. */
class Runaway {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly job: Job) {
    this.#endAfter(readersGrace);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  hasRead(): void {
    this.#endAfter(2 * graceOf(this.job.limits));
  }

  forget(): void {
    clearTimeout(this.#timer);
  }

  #endAfter(grace: number): void {
    const { milliseconds, until = nodePlatform.now() + (milliseconds ?? 0) } = this.job.limits;
    if (milliseconds === undefined) return;
    this.forget();
    const allowed = Math.min(until - nodePlatform.now() + grace, longestTimer);
    this.#timer = setTimeout(() => this.#controller.abort(), allowed);
  }
}

/** Never resolves. */
function failureOf(done: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    done.catch(reject);
  });
}

/** Hands messages on in their order; resolves with the last one. */
function listen(port: MessagePort, sink: JobSink, heard: () => void): Promise<Reading> {
  const unpacker = new Unpacker();
  let taken: Promise<void> = Promise.resolve();
  port.once('message', heard);
  return new Promise((resolve, reject) => {
    port.on('message', (message: WorkerMessage) => {
      if (message.kind === 'progress') return sink.progress(message.report);
      taken = taken.then(async () => {
        if (message.kind === 'findings') await sink.findings(message.question, unpacker.unpack(message.packed));
        else if (message.kind === 'ended') await sink.ended(message.question, message.ending);
        else resolve(message.reading);
      });
      taken.catch(reject);
    });
  });
}
