// A sink that knows which questions of a job have not ended, for whoever has to end them.

import type { Finding, Obstacle } from '../../verdict/verdict.js';
import { internalError } from '../internal-error.js';
import type { Ending, Job, JobSink, ProgressReport, Question, Reading } from '../job.js';
import { stoppedFinding } from '../stopped.js';

export class OpenQuestions implements JobSink {
  readonly #ended = new Set<number>();

  constructor(
    readonly job: Job,
    readonly sink: JobSink,
  ) {}

  progress(report: ProgressReport): void {
    this.sink.progress(report);
  }

  findings(question: number, findings: readonly Finding[]): Promise<void> | undefined {
    return findings.length === 0 ? undefined : this.sink.findings(question, findings);
  }

  ended(question: number, ending: Ending): Promise<void> | undefined {
    this.#ended.add(question);
    return this.sink.ended(question, ending);
  }

  /** A bug took the rest of the job with it. */
  async fail(words: string): Promise<Reading> {
    for (const [question, { engine }] of this.#open()) {
      await this.findings(question, [stoppedFinding(engine, 'internal error', 'internal-error')]);
      await this.ended(question, { kind: 'done', diagnostics: [] });
    }
    return { reading: [internalError(words, this.job.input.file)] };
  }

  async stop(because: string, obstacle: Obstacle): Promise<void> {
    for (const [question] of this.#open()) await this.ended(question, { kind: 'stopped', because, obstacle });
  }

  #open(): readonly (readonly [number, Question])[] {
    return [...this.job.questions.entries()].filter(([question]) => !this.#ended.has(question));
  }
}
