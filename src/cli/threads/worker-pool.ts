// Jobs on worker threads, side by side: questions of one input where there are few inputs, parts of one question where it is
// large.

import { availableParallelism } from 'node:os';
import { isConclusion, type Job, type Question } from '../../pipeline/job.js';
import { CarriedParts } from '../../pipeline/parts/carried-parts.js';
import { shareOfJob, sharesOf } from '../../pipeline/parts/shares.js';
import type { Pool, PoolSink } from '../../pipeline/pool.js';
import { runInWorker, type Workers, workerThreads } from './run-in-worker.js';

/** `cache`: where answers about source code are kept. */
export function workerPool(threads: number | undefined, cache?: string): Pool {
  return {
    async deal(jobs, sink) {
      const most = threads ?? availableParallelism();
      const dealt = jobs.map((job) => (jobs.length < most || isSplit(job) ? shared(job) : [wholly(job)]));
      const piscina = workerThreads(Math.max(1, Math.min(most, dealt.flat().length)));
      try {
        await Promise.all(
          dealt.map((shares, job) =>
            runShares({ piscina, ...(cache === undefined ? {} : { cache }) }, shares, job, sink),
          ),
        );
      } finally {
        await piscina.destroy();
      }
    },
  };
}

/** Some questions of a job, with their numbers in it. */
interface Share {
  readonly job: Job;
  readonly numbers: readonly number[];
}

function wholly(job: Job): Share {
  return { job, numbers: [...job.questions.keys()] };
}

/** Where there are fewer inputs than workers, questions about one input go to several. */
function shared(job: Job): Share[] {
  return sharesOf(job).map((numbers) => ({ job: shareOfJob(job, numbers), numbers }));
}

function isSplit({ questions }: Job): boolean {
  return questions.some(({ part }) => part !== undefined);
}

async function runShares(workers: Workers, shares: readonly Share[], job: number, sink: PoolSink): Promise<void> {
  const parts = new CarriedParts();
  const run = (share: Share, given: (question: Question) => Question) =>
    runInWorker(
      workers,
      { ...share.job, questions: share.job.questions.map(given) },
      {
        progress: (report) => sink.progress(report),
        findings: (question, findings) => sink.findings(job, share.numbers[question]!, findings),
        ended: (question, ending) =>
          sink.ended(job, share.numbers[question]!, parts.ended(share.job.questions[question]!, ending)),
      },
    );
  const runAll = (some: readonly Share[]) => Promise.all(some.map((share) => run(share, (one) => parts.given(one))));
  // A conclusion is known only when its parts are; one that shares a worker with them is given them there.
  const concludes = ({ job: { questions } }: Share) => questions.length === 1 && isConclusion(questions[0]!);
  const readings = [
    ...(await runAll(shares.filter((share) => !concludes(share)))),
    ...(await runAll(shares.filter(concludes))),
  ];
  const reading = readings.find((one) => one.reading.length > 0)?.reading ?? [];
  const digest = readings.find((one) => one.digest)?.digest;
  await sink.read(job, { reading, ...(digest ? { digest } : {}) });
}
