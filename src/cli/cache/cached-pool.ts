// A pool that asks its cache first. What the cache proposes is replayed and certified again on the model as it is now;
// what does not stand that, or has nothing to stand it with, is asked.

import type { Diagnostic } from '../../base/diagnostic.js';
import { recheck } from '../../pipeline/answers/recheck.js';
import type { Job } from '../../pipeline/job.js';
import type { Pool, PoolSink } from '../../pipeline/pool.js';
import { readForJob } from '../../pipeline/run-job.js';
import type { Finding } from '../../verdict/verdict.js';
import { nodePlatform } from '../platform.js';
import { type JobKeys, jobKeys } from '../run/question-key.js';
import type { AnswerCache } from './answer-cache.js';

export function cachedPool(inner: (jobs: readonly Job[]) => Promise<Pool>, cache: AnswerCache): Pool {
  return {
    async deal(jobs, sink) {
      const open: OpenJob[] = [];
      for (const [number, job] of jobs.entries()) {
        const left = await answerFromCache(number, job, await jobKeys(job), cache, sink);
        if (left) open.push(left);
      }
      if (open.length === 0) return;
      const asked = open.map(({ job }) => job);
      await (await inner(asked)).deal(asked, new StoringSink(open, cache, sink));
    },
  };
}

/** What the cache could not answer of a job. */
interface OpenJob {
  readonly number: number;
  readonly job: Job;
  /** Numbers of its questions in the whole job. */
  readonly questions: readonly number[];
  readonly keys: readonly string[];
  readonly notes: readonly Diagnostic[];
}

async function answerFromCache(
  number: number,
  job: Job,
  { questions: keys }: JobKeys,
  cache: AnswerCache,
  sink: PoolSink,
): Promise<OpenJob | undefined> {
  const proposals = keys.map((key) => cache.find(key));
  const all = job.questions.map((_, question) => question);
  const whole: OpenJob = { number, job, questions: all, keys, notes: [] };
  if (!proposals.some((proposal) => proposal !== undefined)) return whole;
  const { model, reading } = await readForJob(job, nodePlatform);
  if (!model) return whole;
  const notes: Diagnostic[] = [];
  const open: number[] = [];
  for (const [question, findings] of proposals.entries()) {
    const given = findings && { job, question: job.questions[question]!, model, findings };
    const because = given ? await recheck(given, nodePlatform) : 'nothing is known';
    if (findings && because === undefined) {
      await sink.findings(number, question, findings);
      await sink.ended(number, question, { kind: 'done', diagnostics: [], reused: true });
    } else open.push(question);
    if (findings && because !== undefined) notes.push(rejected(job.input.file, because));
  }
  if (open.length > 0)
    return {
      number,
      job: { ...job, questions: open.map((question) => job.questions[question]!) },
      questions: open,
      keys: open.map((question) => keys[question]!),
      notes,
    };
  await sink.read(number, { reading });
  return undefined;
}

function rejected(file: string, because: string): Diagnostic {
  return { code: 'HD0016', severity: 'note', message: `an answer in the cache is not used: ${because}`, file };
}

/** Hands on what is found, and keeps what could be reused. */
class StoringSink implements PoolSink {
  readonly #found = new Map<string, Finding[]>();

  constructor(
    readonly open: readonly OpenJob[],
    readonly cache: AnswerCache,
    readonly sink: PoolSink,
  ) {}

  progress(report: Parameters<PoolSink['progress']>[0]): void {
    this.sink.progress(report);
  }

  findings(job: number, question: number, findings: readonly Finding[]): Promise<void> | undefined {
    const { number, questions, keys } = this.open[job]!;
    const found = this.#found.get(keys[question]!) ?? [];
    this.#found.set(keys[question]!, found);
    // What cannot be reused need not be kept.
    for (const finding of findings) if (found.length < mostKept) found.push(finding);
    return this.sink.findings(number, questions[question]!, findings);
  }

  ended(job: number, question: number, ending: Parameters<PoolSink['ended']>[2]): Promise<void> | undefined {
    const { number, questions, keys } = this.open[job]!;
    const found = this.#found.get(keys[question]!) ?? [];
    this.#found.delete(keys[question]!);
    const isWhole = ending.kind === 'done' && !ending.cut && ending.diagnostics.length === 0 && !ending.notes?.length;
    if (isWhole && found.length < mostKept && found.length > 0 && found.every(isReusable))
      this.cache.store(keys[question]!, found);
    return this.sink.ended(number, questions[question]!, ending);
  }

  read(job: number, { reading, ...rest }: Parameters<PoolSink['read']>[1]): Promise<void> | undefined {
    const { number, notes } = this.open[job]!;
    return this.sink.read(number, { reading: [...reading, ...notes], ...rest });
  }
}

const mostKept = 20_000;

/** With evidence that can be checked again. */
function isReusable({ verdict }: Finding): boolean {
  if (verdict.kind === 'holds') return verdict.certificate.kind !== 'none' && verdict.scope.kind !== 'bounded';
  return verdict.kind === 'violated' && verdict.confirmed;
}
