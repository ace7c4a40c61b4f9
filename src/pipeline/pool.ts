// Who runs jobs: in this thread one after the other, or (cli, web) a pool of workers behind the same interface.

import type { Job, JobOutcome, Platform, ProgressReport } from './job.js';
import { runJob } from './run-job.js';

export interface Pool {
  /** Outcomes in the order of the jobs, each as soon as it and all before it are there. */
  run(jobs: readonly Job[], onProgress: (progress: ProgressReport) => void): AsyncGenerator<JobOutcome>;
}

export function inProcessPool(platform: Platform): Pool {
  return {
    async *run(jobs, onProgress) {
      for (const job of jobs) yield await runJob(job, platform, onProgress);
    },
  };
}
