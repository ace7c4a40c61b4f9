// What runs inside a worker thread: one job, from plain data to plain data.

import type { MessagePort } from 'node:worker_threads';
import type { Job, JobOutcome } from '../pipeline/job.js';
import { runJob } from '../pipeline/run-job.js';
import { nodePlatform } from './platform.js';

export interface WorkerTask {
  readonly job: Job;
  readonly port: MessagePort;
}

export async function run({ job, port }: WorkerTask): Promise<JobOutcome> {
  return await runJob(job, nodePlatform, (progress) => port.postMessage(progress));
}
