// `heddle worker --cluster redis://…`: takes questions from the queue and answers them in threads, so that the process itself
// is always free to say that it is alive. A worker that is killed loses nothing: its questions are given to others.

import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import { type Job as QueuedJob, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Piscina } from 'piscina';
import { type Packed, Packer } from '../../pipeline/answers/packed.js';
import type { Ending, Input, Job } from '../../pipeline/job.js';
import { stoppedFinding } from '../../pipeline/stopped.js';
import { nodePlatform } from '../platform.js';
import { Runaway, workerThreads } from '../threads/run-in-worker.js';
import { stepsIn } from '../threads/sealed-steps.js';
import type { WorkerMessage } from '../threads/worker.js';
import { connect, connectFirst, prefix } from './connection.js';
import { Membership } from './members.js';
import { withoutSecrets } from './secrets.js';
import {
  fetchInput,
  hasAnswer,
  mostLosses,
  noInput,
  type QuestionAnswer,
  type QuestionData,
  queueName,
  sendAnswers,
  stopChannel,
} from './traffic.js';

export interface WorkerOptions {
  readonly cluster: string;
  readonly threads?: number;
  /** A worker that is silent for so long has lost its questions. */
  readonly lockSeconds?: number;
}

const inputsKept = 8;

export async function work({
  cluster,
  threads = availableParallelism(),
  lockSeconds = 30,
}: WorkerOptions): Promise<number> {
  const redis = await connectFirst(cluster);
  const membership = await Membership.join(redis, 'worker', threads);
  const piscina = workerThreads(threads);
  const answering = new Answering(redis, piscina);
  const connection = connect(cluster);
  const stops = connect(cluster);
  stops.on('message', (_, key) => answering.stop(key));
  await stops.subscribe(stopChannel);
  const worker = new Worker<QuestionData>(queueName, (job) => answering.answer(job), {
    connection,
    prefix,
    concurrency: threads,
    lockDuration: lockSeconds * 1000,
    stalledInterval: lockSeconds * 1000,
    maxStalledCount: mostLosses - 1,
  });
  worker.on('error', () => {});
  // What was stopped may be asked again.
  worker.on('failed', (job, error) => {
    if (job && error.message === notWanted) void job.remove().catch(() => {});
  });
  worker.on('completed', (job) => {
    membership.done++;
    process.stderr.write(`answered ${job.id?.slice(0, 12)} ${job.data.questions[0]?.engine}\n`);
  });
  process.stderr.write(`worker with ${threads} threads at ${withoutSecrets(cluster)}\n`);
  await asked(['SIGINT', 'SIGTERM']);
  // What has begun is finished; a second signal ends the process as usual.
  await worker.close();
  await membership.leave();
  await piscina.destroy();
  for (const one of [connection, stops, redis]) one.disconnect();
  return 0;
}

function asked(signals: readonly NodeJS.Signals[]): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}

class Answering {
  readonly #inputs = new Map<string, Input>();
  readonly #running = new Map<string, AbortController>();

  constructor(
    readonly redis: Redis,
    readonly piscina: Piscina,
  ) {}

  async answer({ id = '', data }: QueuedJob<QuestionData>): Promise<void> {
    // Somebody answered it and was killed before saying so.
    if (await hasAnswer(this.redis, id)) return;
    const input = await this.#input(data.input);
    const { questions, limits, seed } = data;
    const { milliseconds } = limits;
    const until = milliseconds === undefined ? {} : { until: nodePlatform.now() + milliseconds };
    const job: Job = { input, questions, limits: { ...limits, ...until }, seed };
    const stop = new AbortController();
    this.#running.set(id, stop);
    try {
      await sendAnswers(this.redis, id, await runInThread(this.piscina, job, stop.signal));
    } catch (error) {
      throw stop.signal.aborted ? new UnrecoverableError(notWanted) : error;
    } finally {
      this.#running.delete(id);
    }
  }

  stop(id: string): void {
    this.#running.get(id)?.abort();
  }

  async #input(hash: string): Promise<Input> {
    const known = this.#inputs.get(hash) ?? (await fetchInput(this.redis, hash));
    if (!known) throw new UnrecoverableError(noInput);
    this.#inputs.delete(hash);
    this.#inputs.set(hash, known);
    for (const oldest of this.#inputs.keys()) if (this.#inputs.size > inputsKept) this.#inputs.delete(oldest);
    return known;
  }
}

const notWanted = 'nobody wants to know any more';

/** Unlike in a command, a thread that dies gives no answer: another worker may have more memory. */
async function runInThread(piscina: Piscina, job: Job, stopped: AbortSignal): Promise<QuestionAnswer[]> {
  const { port1, port2 } = new MessageChannel();
  const packed: Packed[][] = job.questions.map(() => []);
  const endings: (Ending | undefined)[] = job.questions.map(() => undefined);
  const runaway = new Runaway(job);
  port1.once('message', () => runaway.hasRead());
  const told = new Promise<void>((resolve) => {
    port1.on('message', (message: WorkerMessage) => {
      if (message.kind === 'findings')
        packed[message.question]!.push({ ...message.findings.packed, steps: stepsIn(message.findings) });
      else if (message.kind === 'ended') endings[message.question] = message.ending;
      else if (message.kind === 'read') resolve();
    });
  });
  const signal = AbortSignal.any([stopped, runaway.signal]);
  try {
    const done = piscina.run({ job, port: port2 }, { name: 'run', transferList: [port2], signal });
    await Promise.all([done, told]);
    return endings.map((ending, i) => {
      if (!ending) throw new UnrecoverableError('its input cannot be read');
      return { packed: packed[i]!, ending };
    });
  } catch (error) {
    if (!runaway.signal.aborted) throw error;
    return endings.map((ending, i) => (ending ? { packed: packed[i]!, ending } : late(job, i, packed[i]!, runaway)));
  } finally {
    runaway.forget();
    port1.close();
  }
}

function late(job: Job, question: number, packed: readonly Packed[], { because }: Runaway): QuestionAnswer {
  const finding = stoppedFinding(job.questions[question]!.engine, because, 'limit');
  return { packed: [...packed, new Packer().pack([finding])], ending: { kind: 'done', diagnostics: [], cut: true } };
}
