// The client's side of the queue: questions go out, so many at a time, and their answers are waited for. What Redis forgets is
// sent again, so that at-least-once delivery is enough: the key of a question is the id of its job, and answers are
// written once.

import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Input } from '../../pipeline/job.js';
import { connect, prefix } from './connection.js';
import { Slots } from './slots.js';
import { hasAnswer, mostLosses, noInput, type QuestionData, queueName, sendInput, stopQuestion } from './traffic.js';

/** Questions that are out at once: enough for hundreds of workers, little for Redis. */
const mostOut = 500;

/** How often what is out is looked for. */
const lookEvery = 2000;

export interface SentQuestion {
  readonly key: string;
  /** Sent again where Redis has lost it. */
  readonly input: Input;
  readonly data: QuestionData;
}

/** The answer is there; or there will be none, for this reason; or nobody wants it any more. */
export type Outcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'given up'; readonly because: string }
  | { readonly kind: 'stopped' };

interface Out extends SentQuestion {
  wake(outcome: Outcome): void;
}

const answered: Outcome = { kind: 'answered' };

export class Client {
  readonly #queue: Queue<QuestionData>;
  readonly #events: QueueEvents;
  readonly #out = new Map<string, Set<Out>>();
  readonly #slots = new Slots(mostOut);
  readonly #timer: NodeJS.Timeout;
  readonly #connections: readonly [Redis, Redis];

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
    this.#events.on('completed', ({ jobId }) => this.#wake(jobId, answered));
    this.#events.on('failed', ({ jobId, failedReason }) => this.#wake(jobId, givenUp(failedReason)));
    this.#timer = setInterval(() => void this.#look().catch(() => {}), lookEvery);
  }

  async ready(): Promise<void> {
    await this.#events.waitUntilReady();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#events.close();
    await this.#queue.close();
    for (const connection of this.#connections) connection.disconnect();
  }

  /** Resolves when the answer is there, or when there will be none. */
  async send(sent: SentQuestion, signal?: AbortSignal): Promise<Outcome> {
    for (let tries = 0; ; tries++) {
      const outcome = await this.#slots.during(() => this.#sendOnce(sent, signal));
      // Redis may have thrown the input away, for lack of memory or because nobody asked for a week.
      const isForgotten = outcome.kind === 'given up' && outcome.because === noInput && tries < mostLosses;
      if (!isForgotten) return outcome;
    }
  }

  async #sendOnce(sent: SentQuestion, signal: AbortSignal | undefined): Promise<Outcome> {
    const { key } = sent;
    if (signal?.aborted) return { kind: 'stopped' };
    if (await hasAnswer(this.redis, key)) return answered;
    const { out, ended } = this.#expect(sent);
    const stop = () => out.wake({ kind: 'stopped' });
    signal?.addEventListener('abort', stop);
    try {
      await sendInput(this.redis, sent.input);
      await this.#add(sent);
      const outcome = await ended;
      if (outcome.kind === 'given up') await this.#queue.remove(key).catch(() => {});
      if (outcome.kind === 'stopped') await this.#stop(key);
      return outcome;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#forget(out);
    }
  }

  /** Two inputs may be the same: one question, two who wait for it. */
  #expect(sent: SentQuestion): { readonly out: Out; readonly ended: Promise<Outcome> } {
    let wake: (outcome: Outcome) => void = () => {};
    const ended = new Promise<Outcome>((resolve) => {
      wake = resolve;
    });
    const out: Out = { ...sent, wake };
    this.#out.set(sent.key, (this.#out.get(sent.key) ?? new Set()).add(out));
    return { out, ended };
  }

  #forget(out: Out): void {
    const waiting = this.#out.get(out.key);
    waiting?.delete(out);
    if (waiting?.size === 0) this.#out.delete(out.key);
  }

  #wake(key: string, outcome: Outcome): void {
    for (const out of this.#out.get(key) ?? []) out.wake(outcome);
  }

  /** Taken from the queue, or from the worker that has it. */
  async #stop(key: string): Promise<void> {
    await this.#queue.remove(key).catch(() => {});
    await stopQuestion(this.redis, key).catch(() => {});
  }

  /** The same job twice is one job. */
  async #add({ key, data }: SentQuestion): Promise<void> {
    await this.#queue.add('question', data, {
      jobId: key,
      priority: this.priority,
      attempts: mostLosses,
      removeOnComplete: true,
    });
  }

  /** Events may be lost with the Redis that held them, and so may jobs. */
  async #look(): Promise<void> {
    for (const [key, [first]] of [...this.#out]) {
      if (await hasAnswer(this.redis, key)) this.#wake(key, answered);
      else {
        const state = await this.#queue.getJobState(key);
        if (state === 'failed') this.#wake(key, givenUp((await this.#queue.getJob(key))?.failedReason ?? ''));
        else if (state === 'unknown' && this.#out.has(key) && first) {
          await sendInput(this.redis, first.input);
          await this.#add(first);
        }
      }
    }
  }
}

function givenUp(reason: string): Outcome {
  if (reason === noInput) return { kind: 'given up', because: noInput };
  const isLost = reason === '' || reason.includes('stalled');
  const because = isLost
    ? `its worker did not come back ${mostLosses} times`
    : `${mostLosses} workers failed: ${reason}`;
  return { kind: 'given up', because };
}
