// The client of a cluster: a few inputs at a time are read here, their questions go out, and answers come back in any order.
// Nothing a worker says is shown before it was checked here; what does not stand the check is asked here. Conclusions
// from parts are drawn here: their evidence has to be checked here anyway.

import type { Redis } from 'ioredis';
import type { Diagnostic } from '../../base/diagnostic.js';
import { type Answer, type Ending, isConclusion, type Job, type Question, type Reading } from '../../pipeline/job.js';
import { CarriedParts } from '../../pipeline/parts/carried-parts.js';
import { inProcessPool, type Pool, type PoolSink } from '../../pipeline/pool.js';
import { contendersOf } from '../../pipeline/portfolio/contenders.js';
import { race } from '../../pipeline/portfolio/race.js';
import { isAskable, readForJob, runJob } from '../../pipeline/run-job.js';
import { stoppedFinding } from '../../pipeline/stopped.js';
import type { Subject } from '../../verdict/inquiry.js';
import type { Finding } from '../../verdict/verdict.js';
import { nodePlatform } from '../platform.js';
import { engineOptions, jobKeys } from '../run/question-key.js';
import { checkedAnswer, onItsWord } from './checked-answer.js';
import { Client } from './client.js';
import { connectFirst } from './connection.js';
import { Membership } from './members.js';
import { Slots } from './slots.js';
import { forgetAnswer, hashOfInput, type QuestionData, takeAnswer } from './traffic.js';

export interface ClientOptions {
  readonly cluster: string;
  /** 1 goes first. */
  readonly priority: number;
}

/** Inputs that are read and held at once. */
const mostHeld = 100;

export function clusterPool({ cluster, priority }: ClientOptions): Pool {
  return {
    async deal(jobs, sink) {
      const redis = await connectFirst(cluster);
      const membership = await Membership.join(redis, 'client', 0);
      const client = new Client(cluster, redis, priority);
      const held = new Slots(mostHeld);
      try {
        await client.ready();
        const dealing = new Dealing(client, redis, sink);
        await Promise.all(jobs.map((job, number) => held.during(() => dealing.job(number, job))));
      } finally {
        await client.close();
        await membership.leave();
        redis.disconnect();
      }
    },
  };
}

/** What is needed to check an answer, and to ask without a worker. */
export interface AskedQuestion {
  readonly job: Job;
  readonly question: Question;
  readonly model: Subject;
}

/** How a question was answered, and what there is to say about that. */
interface Settled {
  readonly findings: readonly (readonly Finding[])[];
  readonly ending: Ending;
  readonly note?: Diagnostic;
}

class Dealing {
  constructor(
    readonly client: Client,
    readonly redis: Redis,
    readonly sink: PoolSink,
  ) {}

  async job(number: number, job: Job): Promise<void> {
    // A stream stays where it is, and a model that cannot be read needs no worker.
    const isStream = job.input.content.kind === 'stream';
    const { model, reading }: { model?: Subject; reading: readonly Diagnostic[] } = isStream
      ? { reading: [] }
      : await readForJob(job, nodePlatform);
    if (!model) return dealHere(number, job, this.sink);
    const parts = new CarriedParts();
    const notes: Diagnostic[] = [];
    const ask = async (index: number) => {
      const question = parts.given(job.questions[index]!);
      const { findings, ending, note } = await this.#settle({ job, question, model });
      if (note) notes.push(note);
      for (const some of findings) await this.sink.findings(number, index, some);
      await this.sink.ended(number, index, parts.ended(question, ending));
    };
    const numbers = [...job.questions.keys()];
    const concludes = (index: number) => isConclusion(job.questions[index]!);
    await Promise.all(numbers.filter((index) => !concludes(index)).map(ask));
    await Promise.all(numbers.filter(concludes).map(ask));
    await this.sink.read(number, { reading: [...reading, ...notes] });
  }

  async #settle(asked: AskedQuestion): Promise<Settled> {
    const { job, question, model } = asked;
    // Why there is nothing to ask is known here.
    if (!(await isAskable(job, question, model))) return settledHere(asked);
    if (isConclusion(question)) {
      const { findings, ...settled } = await settledHere(asked);
      return { ...settled, findings: findings.map((some) => some.map(onItsWord)) };
    }
    if (!question.contenders) return (await this.#ask(asked)) ?? settledHere(asked);
    return this.#race(asked);
  }

  /** Undefined if nobody wants to know any more. */
  async #ask(asked: AskedQuestion, signal?: AbortSignal): Promise<Settled | undefined> {
    const { job, question } = asked;
    const { engine } = question;
    const { questions: keys } = await jobKeys({ ...job, questions: [question] });
    const key = keys[0]!;
    for (;;) {
      const outcome = await this.client.send({ key, input: job.input, data: dataOf(asked) }, signal);
      if (outcome.kind === 'stopped') return undefined;
      if (outcome.kind === 'given up')
        return { findings: [[stoppedFinding(engine, outcome.because)]], ending: { kind: 'done', diagnostics: [] } };
      const answer = await takeAnswer(this.redis, key);
      // Somebody else who asked the same has taken it, or Redis has lost it.
      if (!answer) continue;
      const checked = await checkedAnswer(answer, asked);
      await forgetAnswer(this.redis, key);
      this.sink.progress({ file: job.input.file, engine, done: 1 });
      if (checked.ok) return checked.value;
      const message = `the answer of a worker is not used: ${checked.error}`;
      const note: Diagnostic = { code: 'HD0016', severity: 'note', message, file: job.input.file };
      return { ...(await settledHere(asked)), note };
    }
  }

  async #race(asked: AskedQuestion): Promise<Settled> {
    const { job, question, model } = asked;
    const notes: Diagnostic[] = [];
    const runs = contendersOf({ ...job, questions: [question] }, 0).map((one) => async (signal: AbortSignal) => {
      const settled = await this.#ask({ job: one, question: one.questions[0]!, model }, signal);
      if (settled?.note) notes.push(settled.note);
      return { reading: [], answer: settled ? answerOf(settled) : stopped };
    });
    const { answer } = await race(runs);
    const [note] = notes;
    return { ...settledBy(answer), ...(note ? { note } : {}) };
  }
}

const stopped: Answer = { kind: 'stopped', because: 'stopped' };

function answerOf({ findings, ending }: Settled): Answer {
  return ending.kind === 'done' ? { ...ending, findings: findings.flat() } : ending;
}

function settledBy(answer: Answer): Settled {
  if (answer.kind !== 'done') return { findings: [], ending: answer };
  const { findings, ...ending } = answer;
  return { findings: [findings], ending };
}

function dataOf({ job, question }: AskedQuestion): QuestionData {
  const { until, ...lasting } = job.limits;
  const left = until === undefined ? {} : { milliseconds: Math.max(1, until - nodePlatform.now()) };
  const { contenders: _contenders, carried: _carried, ...plain } = question;
  return {
    input: hashOfInput(job.input),
    question: { ...plain, options: engineOptions(question.options) },
    limits: { ...lasting, ...left },
    seed: job.seed,
  };
}

/** In this process. */
async function settledHere({ job, question }: AskedQuestion): Promise<Settled> {
  const { contenders: _contenders, ...plain } = question;
  const { answers, reading } = await runJob({ ...job, questions: [plain] }, nodePlatform, () => {});
  const [answer] = answers;
  if (answer) return settledBy(answer);
  return { findings: [], ending: { kind: 'done', diagnostics: reading } };
}

/** A whole job in this process. */
async function dealHere(number: number, job: Job, sink: PoolSink): Promise<void> {
  await inProcessPool(nodePlatform).deal([job], {
    progress: (report) => sink.progress(report),
    findings: (_, question, findings) => sink.findings(number, question, findings),
    ended: (_, question, ending) => sink.ended(number, question, ending),
    read: (_, outcome: Reading) => sink.read(number, outcome),
  });
}
