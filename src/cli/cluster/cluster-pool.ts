// The client of a cluster: questions go out, a few hundred at a time, and answers come back in any order. Nothing a worker
// says is shown before it was checked here; what does not stand the check is asked here. What Redis forgets is sent
// again, so that at-least-once delivery is enough: the key of a question is the id of its job, and answers are written once.

import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Diagnostic } from '../../base/diagnostic.js';
import type { Job } from '../../pipeline/job.js';
import type { Pool, PoolSink } from '../../pipeline/pool.js';
import { inProcessPool } from '../../pipeline/pool.js';
import { isAskable, readForJob } from '../../pipeline/run-job.js';
import { stoppedFinding } from '../../pipeline/stopped.js';
import type { Subject } from '../../verdict/inquiry.js';
import { nodePlatform } from '../platform.js';
import { engineOptions, jobKeys } from '../run/question-key.js';
import { checkedAnswer } from './checked-answer.js';
import { connect, connectFirst, prefix } from './connection.js';
import { Membership } from './members.js';
import { forgetAnswer, hasAnswer, mostLosses, type QuestionData, queueName, sendInput, takeAnswer } from './traffic.js';

export interface ClientOptions {
  readonly cluster: string;
  /** 1 goes first. */
  readonly priority: number;
}

/** Questions that are out at once: enough for hundreds of workers, little for Redis. */
const mostOut = 500;

/** How often what is out is looked for. */
const lookEvery = 2000;

export function clusterPool({ cluster, priority }: ClientOptions): Pool {
  return {
    async deal(jobs, sink) {
      const redis = await connectFirst(cluster);
      const membership = await Membership.join(redis, 'client', 0);
      const client = new Client(cluster, redis, priority);
      try {
        await client.deal(jobs, sink);
      } finally {
        await client.close();
        await membership.leave();
        redis.disconnect();
      }
    },
  };
}

/** A question on its way. */
interface Out {
  readonly key: string;
  readonly data: QuestionData;
  wake(reason: 'completed' | 'failed'): void;
}

class Client {
  readonly #queue: Queue<QuestionData>;
  readonly #events: QueueEvents;
  readonly #out = new Map<string, Out>();
  readonly #timer: NodeJS.Timeout;
  readonly #connections: readonly [Redis, Redis];
  #free: (() => void)[] = [];

  constructor(
    cluster: string,
    readonly redis: Redis,
    readonly priority: number,
  ) {
    this.#connections = [connect(cluster), connect(cluster)];
    this.#queue = new Queue(queueName, { connection: this.#connections[0], prefix });
    this.#events = new QueueEvents(queueName, { connection: this.#connections[1], prefix });
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
    this.#events.on('completed', ({ jobId }) => this.#out.get(jobId)?.wake('completed'));
    this.#events.on('failed', ({ jobId }) => this.#out.get(jobId)?.wake('failed'));
    this.#timer = setInterval(() => void this.#look().catch(() => {}), lookEvery);
  }

  async deal(jobs: readonly Job[], sink: PoolSink): Promise<void> {
    await this.#events.waitUntilReady();
    const running: Promise<void>[] = [];
    for (const [number, job] of jobs.entries()) {
      await this.#room();
      running.push(this.#job(number, job, sink));
    }
    await Promise.all(running);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#events.close();
    await this.#queue.close();
    for (const connection of this.#connections) connection.disconnect();
  }

  async #room(): Promise<void> {
    while (this.#out.size >= mostOut) await new Promise<void>((resolve) => this.#free.push(resolve));
  }

  async #job(number: number, job: Job, sink: PoolSink): Promise<void> {
    // A stream stays where it is, and a model that cannot be read needs no worker.
    const { model, reading } =
      job.input.content.kind === 'stream' ? { reading: [] } : await readForJob(job, nodePlatform);
    if (!model)
      return dealHere(
        number,
        job,
        sink,
        job.questions.map((_, question) => question),
        [],
      );
    const input = await sendInput(this.redis, job.input);
    const { questions: keys } = await jobKeys(job);
    const notes: Diagnostic[] = [];
    await Promise.all(
      job.questions.map(async (question, index) => {
        // Why there is nothing to ask is known here.
        if (!(await isAskable(job, question, model))) return dealHere(number, job, sink, [index]);
        await this.#room();
        const { until, ...lasting } = job.limits;
        const left = until === undefined ? {} : { milliseconds: Math.max(1, until - nodePlatform.now()) };
        const options = engineOptions(question.options);
        const data = { input, question: { ...question, options }, limits: { ...lasting, ...left }, seed: job.seed };
        const note = await this.#question({ number, job, index, model, sink }, keys[index]!, data);
        if (note) notes.push(note);
      }),
    );
    await sink.read(number, { reading: [...reading, ...notes] });
  }

  async #question(asked: AskedQuestion, key: string, data: QuestionData): Promise<Diagnostic | undefined> {
    const { number, job, index, sink } = asked;
    const { engine } = job.questions[index]!;
    for (;;) {
      const outcome = await this.#send(key, data);
      if (outcome === 'failed') {
        const because = `its worker did not come back ${mostLosses} times`;
        await sink.findings(number, index, [stoppedFinding(engine, because)]);
        await sink.ended(number, index, { kind: 'done', diagnostics: [] });
        return undefined;
      }
      const answer = await takeAnswer(this.redis, key);
      if (!answer) continue;
      const checked = await checkedAnswer(answer, asked);
      await forgetAnswer(this.redis, key);
      sink.progress({ file: job.input.file, engine, done: 1 });
      if (checked.ok) {
        for (const findings of checked.value.findings) await sink.findings(number, index, findings);
        await sink.ended(number, index, checked.value.ending);
        return undefined;
      }
      await dealHere(number, job, sink, [index]);
      const message = `the answer of a worker is not used: ${checked.error}`;
      return { code: 'HD0016', severity: 'note', message, file: job.input.file };
    }
  }

  /** Resolves when the answer is there, or when there will be none. */
  async #send(key: string, data: QuestionData): Promise<'completed' | 'failed'> {
    if (await hasAnswer(this.redis, key)) return 'completed';
    const ended = new Promise<'completed' | 'failed'>((wake) => this.#out.set(key, { key, data, wake }));
    try {
      await this.#add(key, data);
      const outcome = await ended;
      if (outcome === 'failed') await this.#queue.remove(key).catch(() => {});
      return outcome;
    } finally {
      this.#out.delete(key);
      for (const free of this.#free.splice(0)) free();
    }
  }

  /** The same job twice is one job. */
  async #add(key: string, data: QuestionData): Promise<void> {
    await this.#queue.add('question', data, {
      jobId: key,
      priority: this.priority,
      attempts: mostLosses,
      removeOnComplete: true,
    });
  }

  /** Events may be lost with the Redis that held them, and so may jobs. */
  async #look(): Promise<void> {
    for (const { key, data, wake } of [...this.#out.values()]) {
      if (await hasAnswer(this.redis, key)) wake('completed');
      else {
        const state = await this.#queue.getJobState(key);
        if (state === 'failed') wake('failed');
        else if (state === 'unknown' && this.#out.has(key)) await this.#add(key, data);
      }
    }
  }
}

/** What is needed to check an answer, and to ask without a worker. */
export interface AskedQuestion {
  readonly number: number;
  readonly job: Job;
  readonly index: number;
  readonly model: Subject;
  readonly sink: PoolSink;
}

/** Some questions of a job in this process; without `reading` nobody is told what became of the input. */
async function dealHere(
  number: number,
  job: Job,
  sink: PoolSink,
  questions: readonly number[],
  reading?: readonly Diagnostic[],
): Promise<void> {
  const some = { ...job, questions: questions.map((question) => job.questions[question]!) };
  await inProcessPool(nodePlatform).deal([some], {
    progress: (report) => sink.progress(report),
    findings: (_, question, findings) => sink.findings(number, questions[question]!, findings),
    ended: (_, question, ending) => sink.ended(number, questions[question]!, ending),
    read: (_, outcome) => (reading ? sink.read(number, outcome) : undefined),
  });
}
