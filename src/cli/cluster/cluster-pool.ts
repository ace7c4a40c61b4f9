// The client of a cluster: a few inputs at a time are read here, their questions go out, and answers come back in any order.
// Nothing a worker says is shown before it was checked here; what does not stand the check is asked here. Conclusions
// from parts are drawn here: their evidence has to be checked here anyway.

import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Diagnostic } from '../../base/diagnostic.js';
import { type Answer, type Ending, isConclusion, type Job, type Question, type Reading } from '../../pipeline/job.js';
import { CarriedParts } from '../../pipeline/parts/carried-parts.js';
import { sharesOf } from '../../pipeline/parts/shares.js';
import { inProcessPool, type Pool, type PoolSink } from '../../pipeline/pool.js';
import { contendersOf } from '../../pipeline/portfolio/contenders.js';
import { race } from '../../pipeline/portfolio/race.js';
import { isAskable, readForJob, runJob } from '../../pipeline/run-job.js';
import { stoppedFinding } from '../../pipeline/stopped.js';
import type { Subject } from '../../verdict/inquiry.js';
import type { Finding } from '../../verdict/verdict.js';
import { nodePlatform } from '../platform.js';
import { engineOptions, jobKeys } from '../run/question-key.js';
import { checkedAnswers, onItsWord } from './checked-answer.js';
import { Client } from './client.js';
import { connectFirst } from './connection.js';
import { Membership } from './members.js';
import { Slots } from './slots.js';
import { forgetAnswer, hashOfInput, type QuestionData, takeAnswers } from './traffic.js';

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

/** What is needed to check an answer, and to ask without a worker: questions that are answered together, mostly just one. */
export interface AskedQuestions {
  readonly job: Job;
  readonly questions: readonly Question[];
  readonly model: Subject;
}

/** How a question was answered. */
interface Settled {
  readonly findings: readonly (readonly Finding[])[];
  readonly ending: Ending;
}

/** One for each question, and what there is to say about them. */
interface SettledShare {
  readonly settled: readonly Settled[];
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
    const ask = async (numbers: readonly number[]) => {
      const questions = numbers.map((index) => parts.given(job.questions[index]!));
      const { settled, note } = await this.#settle({ job, questions, model });
      if (note) notes.push(note);
      for (const [i, { findings, ending }] of settled.entries()) {
        for (const some of findings) await this.sink.findings(number, numbers[i]!, some);
        await this.sink.ended(number, numbers[i]!, parts.ended(questions[i]!, ending));
      }
    };
    const shares = sharesOf(job);
    const concludes = ([index]: readonly number[]) => isConclusion(job.questions[index!]!);
    await Promise.all(shares.filter((share) => !concludes(share)).map(ask));
    await Promise.all(shares.filter(concludes).map(ask));
    await this.sink.read(number, { reading: [...reading, ...notes] });
  }

  async #settle(asked: AskedQuestions): Promise<SettledShare> {
    const { job, questions, model } = asked;
    const askable = await Promise.all(questions.map((question) => isAskable(job, question, model)));
    // Why there is nothing to ask is known here.
    if (!askable.includes(true)) return settledHere(asked);
    if (questions.some(isConclusion)) {
      const { settled } = await settledHere(asked);
      return { settled: settled.map((one) => ({ ...one, findings: one.findings.map((some) => some.map(onItsWord)) })) };
    }
    if (questions.some(({ contenders }) => contenders)) return this.#race(asked);
    return (await this.#ask(asked)) ?? settledHere(asked);
  }

  /** Undefined if nobody wants to know any more. */
  async #ask(asked: AskedQuestions, signal?: AbortSignal): Promise<SettledShare | undefined> {
    const { job, questions } = asked;
    const { engine } = questions[0]!;
    const key = sharedKey((await jobKeys({ ...job, questions })).questions);
    for (;;) {
      const outcome = await this.client.send({ key, input: job.input, data: dataOf(asked) }, signal);
      if (outcome.kind === 'stopped') return undefined;
      if (outcome.kind === 'given up') return { settled: questions.map((one) => givenUp(one.engine, outcome.because)) };
      const answers = await takeAnswers(this.redis, key);
      // Somebody else who asked the same has taken it, or Redis has lost it.
      if (!answers) continue;
      const checked = await checkedAnswers(answers, asked);
      await forgetAnswer(this.redis, key);
      this.sink.progress({ file: job.input.file, engine, done: 1 });
      if (checked.ok) return { settled: checked.value };
      const message = `the answer of a worker is not used: ${checked.error}`;
      const note: Diagnostic = { code: 'HD0016', severity: 'note', message, file: job.input.file };
      return { ...(await settledHere(asked)), note };
    }
  }

  /** Where methods race, one question is asked at a time. */
  async #race({ job, questions, model }: AskedQuestions): Promise<SettledShare> {
    const settled: Settled[] = [];
    const notes: Diagnostic[] = [];
    for (const [number] of questions.entries()) {
      const contenders = contendersOf({ ...job, questions }, number);
      const runs = contenders.map((one) => async (signal: AbortSignal) => {
        const asked = await this.#ask({ job: one, questions: one.questions, model }, signal);
        if (asked?.note) notes.push(asked.note);
        return { reading: [], answer: asked ? answerOf(asked.settled[0]!) : stopped };
      });
      settled.push(settledBy((await race(runs)).answer));
    }
    const [note] = notes;
    return { settled, ...(note ? { note } : {}) };
  }
}

function givenUp(engine: string, because: string): Settled {
  return { findings: [[stoppedFinding(engine, because, 'interrupted')]], ending: { kind: 'done', diagnostics: [] } };
}

/** Questions that are answered together have one key. */
function sharedKey(keys: readonly string[]): string {
  return keys.length === 1 ? keys[0]! : createHash('sha256').update(keys.join()).digest('hex');
}

const stopped: Answer = { kind: 'stopped', because: 'stopped', obstacle: 'interrupted' };

function answerOf({ findings, ending }: Settled): Answer {
  return ending.kind === 'done' ? { ...ending, findings: findings.flat() } : ending;
}

function settledBy(answer: Answer): Settled {
  if (answer.kind !== 'done') return { findings: [], ending: answer };
  const { findings, ...ending } = answer;
  return { findings: [findings], ending };
}

function dataOf({ job, questions }: AskedQuestions): QuestionData {
  const { until, ...lasting } = job.limits;
  const left = until === undefined ? {} : { milliseconds: Math.max(1, until - nodePlatform.now()) };
  return {
    input: hashOfInput(job.input),
    questions: questions.map(({ contenders: _contenders, carried: _carried, ...plain }) => ({
      ...plain,
      options: engineOptions(plain.options),
    })),
    limits: { ...lasting, ...left },
    seed: job.seed,
  };
}

/** In this process. */
async function settledHere({ job, questions, model }: AskedQuestions): Promise<SettledShare> {
  const plain = questions.map(({ contenders: _contenders, ...question }) => question);
  const known = { read: async () => ({ model, reading: [] }) };
  const { answers, reading } = await runJob({ ...job, questions: plain }, nodePlatform, () => {}, known);
  const silent: Settled = { findings: [], ending: { kind: 'done', diagnostics: reading } };
  return { settled: questions.map((_, i) => (answers[i] ? settledBy(answers[i]) : silent)) };
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
