// Who runs jobs: in this thread one after the other, or (cli, web) a pool of workers behind the same interface.

import type { Finding } from '../verdict/verdict.js';
import type { Ending, Job, JobOutcome, Platform, ProgressReport, Reading } from './job.js';
import { runJob, runJobInto } from './run-job.js';

/** Is told what jobs find. Events of one question come in order; questions and jobs come as they are ready. */
export interface PoolSink {
  progress(report: ProgressReport): void;
  findings(job: number, question: number, findings: readonly Finding[]): Promise<void> | undefined;
  ended(job: number, question: number, ending: Ending): Promise<void> | undefined;
  /** The job is over. */
  read(job: number, reading: Reading): Promise<void> | undefined;
}

export interface Pool {
  /** Resolves when every job is over. */
  deal(jobs: readonly Job[], sink: PoolSink): Promise<void>;
}

export interface InProcessPool extends Pool {
  /** Outcomes in the order of the jobs, each with all that was found. */
  run(jobs: readonly Job[], onProgress: (progress: ProgressReport) => void): AsyncGenerator<JobOutcome>;
}

export function inProcessPool(platform: Platform): InProcessPool {
  return {
    async deal(jobs, sink) {
      for (const [number, job] of jobs.entries()) {
        const reading = await runJobInto(job, platform, {
          progress: (report) => sink.progress(report),
          findings: (question, findings) => sink.findings(number, question, findings),
          ended: (question, ending) => sink.ended(number, question, ending),
        });
        await sink.read(number, reading);
      }
    },
    async *run(jobs, onProgress) {
      for (const job of jobs) yield await runJob(job, platform, onProgress);
    },
  };
}
