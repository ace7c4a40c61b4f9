// One job on a worker thread (piscina): told piece by piece, and one that does not end can be stopped from outside.

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { graceOf } from '../../base/budget.js';
import { OpenQuestions } from '../../pipeline/answers/open-questions.js';
import { Unpacker } from '../../pipeline/answers/packed.js';
import { wordsFor } from '../../pipeline/internal-error.js';
import type { Job, JobSink, Reading } from '../../pipeline/job.js';
import type { Finding } from '../../verdict/verdict.js';
import { packageFile } from '../files/package-file.js';
import { nodePlatform } from '../platform.js';
import { collectAlone } from '../v8-flags.js';
import { type SealedFindings, stepsIn } from './sealed-steps.js';
import type { WorkerMessage } from './worker.js';

/** A reader has nothing to hand in when its time is over; so long may its first word be on its way. */
const readersGrace = 100;

/** Timers take no more; a longer limit is none. */
const longestTimer = 2 ** 31 - 1;

/** What follows from parts is concluded by a worker that has read the model already. */
const idleTimeout = 30_000;

/** Facts and steps die young: with room for more of them, more of the time goes to what was asked instead of garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 };

export function workerThreads(most: number): Piscina {
  collectAlone();
  const filename = packageFile('dist/cli/threads/start-worker.js').href;
  return new Piscina({ filename, maxThreads: most, minThreads: 1, idleTimeout, resourceLimits });
}

/** Ends a worker that is still busy after its limit. Once it has read its input it may hand in what it has, and have that checked. */
export class Runaway {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly job: Job) {
    this.#endAfter(readersGrace);
  }

  get because(): string {
    return `time limit of ${(this.job.limits.milliseconds ?? 0) / 1000} s reached`;
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

/** Threads, and where answers about source code are kept. */
export interface Workers {
  readonly piscina: Piscina;
  readonly cache?: string;
}

/** Ends early when `signal` says so: what is open is stopped then. */
export async function runInWorker(workers: Workers, job: Job, sink: JobSink, signal?: AbortSignal): Promise<Reading> {
  const { piscina, cache } = workers;
  const { port1, port2 } = new MessageChannel();
  const open = new OpenQuestions(job, sink);
  const runaway = new Runaway(job);
  const told = listen(port1, open, () => runaway.hasRead());
  const isOver = signal ? AbortSignal.any([signal, runaway.signal]) : runaway.signal;
  try {
    const done = piscina.run({ job, port: port2, cache }, { name: 'run', transferList: [port2], signal: isOver });
    // The worker's last message may come after its end is known, and a failure instead of it.
    return await Promise.race([told, failureOf(done)]);
  } catch (error) {
    if (!isOver.aborted) return open.fail(wordsFor(error, nodePlatform));
    if (signal?.aborted) await open.stop('stopped', 'interrupted');
    else await open.stop(runaway.because, 'limit');
    return { reading: [] };
  } finally {
    runaway.forget();
    port1.close();
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
        if (message.kind === 'findings') await sink.findings(message.question, unpacked(message.findings, unpacker));
        else if (message.kind === 'ended') await sink.ended(message.question, message.ending);
        else resolve(message.reading);
      });
      taken.catch(reject);
    });
  });
}

function unpacked(findings: SealedFindings, unpacker: Unpacker): readonly Finding[] {
  return unpacker.unpackLater(findings.packed, () => stepsIn(findings));
}
