// Brings what a pool tells, in whatever order, into the order of the report: by job, question and finding. What is ahead of
// its turn waits; everything else is handed on at once.

import type { Diagnostic } from '../../base/diagnostic.js';
import { engineEntry } from '../../pipeline/catalogue.js';
import type { Digest, Ending, Job, ProgressReport, Question, Reading } from '../../pipeline/job.js';
import type { PoolSink } from '../../pipeline/pool.js';
import { stoppedFinding } from '../../pipeline/stopped.js';
import { strictly } from '../../pipeline/verification/strict.js';
import type { EngineTime, ReportEntry, Skipped } from '../../report/report.js';
import { isFirst } from '../../verdict/engine.js';
import { type ClaimOptions, claimOptions } from '../../verdict/options.js';
import type { Finding } from '../../verdict/verdict.js';
import { DoneShare } from './done-share.js';

export interface GatheringOptions {
  readonly strict: boolean;
  progress(report: ProgressReport): void;
  /** Takes entries in the order of the report. */
  take(entries: readonly ReportEntry[]): Promise<void>;
}

/** What of a job its results depend on. */
export interface GatheredJob {
  readonly file: string;
  readonly questions: readonly Pick<Question, 'engine' | 'options' | 'part'>[];
  /** Its hash is known only when it has been read. */
  readonly isStream: boolean;
  /** In characters, as far as it is known. */
  readonly size: number;
}

export function gathered({ input, questions }: Job): GatheredJob {
  return { file: input.file, questions, isStream: input.content.kind === 'stream', size: sizeOf(input.content) };
}

function sizeOf(content: Job['input']['content']): number {
  if (content.kind === 'text') return content.text.length;
  return content.kind === 'project' ? content.sources.reduce((sum, { text }) => sum + text.length, 0) : 0;
}

type Stopped = Extract<Ending, { kind: 'stopped' }>;

interface Waiting {
  readonly findings: Finding[][];
  readonly endings: Ending[];
  reading?: Reading;
}

export class Gathering implements PoolSink {
  /** Of streams, by file. */
  readonly digests = new Map<string, Digest>();
  readonly skipped: Skipped[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly times: EngineTime[] = [];
  /** Results that were not asked for anew. */
  reused = 0;
  #results = 0;
  readonly #waiting = new Map<number, Waiting>();
  #job = 0;
  #question = 0;
  #said: Diagnostic[] = [];
  /** Why parts of the question at hand were stopped. */
  #stopped = new Set<string>();
  #turn: Promise<void> = Promise.resolve();
  readonly #doneShare: DoneShare;

  constructor(
    readonly jobs: readonly GatheredJob[],
    readonly options: GatheringOptions,
  ) {
    this.#doneShare = new DoneShare(jobs);
  }

  progress(report: ProgressReport): void {
    this.options.progress(report);
  }

  findings(job: number, question: number, findings: readonly Finding[]): Promise<void> | undefined {
    const waiting = this.#of(job);
    waiting.findings[question] ??= [];
    for (const finding of findings) waiting.findings[question].push(finding);
    return job === this.#job && question === this.#question ? this.#goOn() : undefined;
  }

  ended(job: number, question: number, ending: Ending): Promise<void> {
    this.#doneShare.ended(job, question);
    this.#of(job).endings[question] = ending;
    return this.#goOn();
  }

  read(job: number, reading: Reading): Promise<void> {
    this.#of(job).reading = reading;
    return this.#goOn();
  }

  /** Nothing more will come: what was found is handed on, and every question without an answer says why it has none. */
  interrupt(because: string): Promise<void> {
    for (const [number, { questions }] of this.jobs.entries()) {
      if (number < this.#job) continue;
      const waiting = this.#of(number);
      for (const [i] of questions.entries())
        waiting.endings[i] ??= { kind: 'stopped', because, obstacle: 'interrupted' };
      waiting.reading ??= { reading: [] };
    }
    return this.#goOn();
  }

  /** Jobs that are told to their end. */
  get done(): number {
    return this.#job;
  }

  /** Of everything that is asked, as a share of one. */
  get share(): number {
    return this.#doneShare.share;
  }

  #of(job: number): Waiting {
    const known = this.#waiting.get(job);
    if (known) return known;
    const fresh: Waiting = { findings: [], endings: [] };
    this.#waiting.set(job, fresh);
    return fresh;
  }

  #goOn(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#advance());
    return this.#turn;
  }

  async #advance(): Promise<void> {
    for (let waiting = this.#waiting.get(this.#job); waiting; waiting = this.#waiting.get(this.#job)) {
      const job = this.jobs[this.#job]!;
      if (job.isStream && !waiting.reading) return;
      if (job.isStream && waiting.reading?.digest) this.digests.set(job.file, waiting.reading.digest);
      const ending = waiting.endings[this.#question];
      await this.#release(job, waiting);
      if (ending) await this.#end(job, ending);
      else if (waiting.reading) this.#close(waiting.reading);
      else return;
    }
  }

  async #release(job: GatheredJob, waiting: Waiting): Promise<void> {
    const findings = waiting.findings[this.#question];
    if (!findings || findings.length === 0) return;
    waiting.findings[this.#question] = [];
    this.#results += findings.length;
    const question = job.questions[this.#question]!;
    await this.options.take(entriesOf(job.file, question, findings, this.options.strict));
  }

  async #end({ file, questions }: GatheredJob, ending: Ending): Promise<void> {
    const { engine, part } = questions[this.#question]!;
    if (isFirst(part)) this.#stopped.clear();
    if (ending.kind === 'stopped') await this.#stop(file, engine, ending);
    else if (ending.kind === 'skipped') this.skipped.push({ file, engine, because: ending.because });
    else {
      for (const because of ending.notes ?? []) this.skipped.push({ file, engine, because });
      if (ending.milliseconds !== undefined) this.#time(file, engine, ending.milliseconds, isFirst(part));
      this.#said.push(...ending.diagnostics);
      this.reused += ending.reused ?? 0;
    }
    this.#results = 0;
    this.#question++;
  }

  /** Parts of a question that were stopped for the same reason are told once. */
  async #stop(file: string, engine: string, { because, obstacle }: Stopped): Promise<void> {
    if (this.#stopped.has(because)) return;
    this.#stopped.add(because);
    await this.options.take([{ file, finding: stoppedFinding(engine, because, obstacle) }]);
  }

  /** The parts of a question count together. */
  #time(file: string, engine: string, milliseconds: number, isNew: boolean): void {
    const last = this.times.at(-1);
    const isMore = !isNew && last?.file === file && last.engine === engine;
    const before = isMore ? this.times.pop()!.milliseconds : 0;
    this.times.push({ file, engine, milliseconds: Math.round((before + milliseconds) * 10) / 10 });
  }

  /** What was wrong with an input comes before what was said about its questions. */
  #close({ reading }: Reading): void {
    this.diagnostics.push(...reading, ...this.#said);
    this.#said = [];
    this.#waiting.delete(this.#job);
    this.#job++;
    this.#question = 0;
  }
}

/** Findings as a report has them. */
export function entriesOf(
  file: string,
  question: Pick<Question, 'engine' | 'options'>,
  findings: readonly Finding[],
  strict: boolean,
): ReportEntry[] {
  const options = meantBy(question);
  return findings.map((finding) => ({ file, finding: strict ? strictly(finding) : finding, options }));
}

/** The options of a question that belong to what its answers claim. */
function meantBy({ engine, options }: Pick<Question, 'engine' | 'options'>): ClaimOptions {
  return claimOptions(engineEntry(engine)?.info.options ?? [], options);
}
