// What runs inside a worker thread: one job, from plain data to plain data, told piece by piece through a port.

import type { MessagePort } from 'node:worker_threads';
import { Packer } from '../../pipeline/answers/packed.js';
import type { Ending, Job, ProgressReport, Reading } from '../../pipeline/job.js';
import { ReadModels } from '../../pipeline/parts/read-models.js';
import { runJobInto } from '../../pipeline/run-job.js';
import { keptAnswers } from '../cache/answer-cache.js';
import { nodePlatform } from '../platform.js';
import { type SealedFindings, sealed } from './sealed-steps.js';

export interface WorkerTask {
  readonly job: Job;
  readonly port: MessagePort;
  /** The folder of answers about source code, where there is one. */
  readonly cache?: string | undefined;
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly report: ProgressReport }
  | { readonly kind: 'findings'; readonly question: number; readonly findings: SealedFindings }
  | { readonly kind: 'ended'; readonly question: number; readonly ending: Ending }
  /** The last one. */
  | { readonly kind: 'read'; readonly reading: Reading };

/** Parts of one input often follow each other. */
const models = new ReadModels();

export async function run({ job, port, cache }: WorkerTask): Promise<void> {
  const packer = new Packer();
  const tell = (message: WorkerMessage, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  const reading = await runJobInto(
    job,
    cache === undefined ? nodePlatform : { ...nodePlatform, kept: keptAnswers(cache) },
    {
      progress: (report) => tell({ kind: 'progress', report }),
      findings: (question, found) => {
        const findings = sealed(packer.pack(found));
        tell({ kind: 'findings', question, findings }, [findings.steps.buffer]);
        return undefined;
      },
      ended: (question, ending) => void tell({ kind: 'ended', question, ending }),
    },
    models,
  );
  tell({ kind: 'read', reading });
}
