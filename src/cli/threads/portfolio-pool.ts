// `--portfolio`: the contenders of a question run side by side on worker threads, one question after the other. They share the
// cores, whether there are enough of them or not: a way that does not end must not keep the others waiting.

import type { Answer, Job } from '../../pipeline/job.js';
import type { Pool, PoolSink } from '../../pipeline/pool.js';
import { contendersOf } from '../../pipeline/portfolio/contenders.js';
import { race } from '../../pipeline/portfolio/race.js';
import type { Finding } from '../../verdict/verdict.js';
import { runInWorker, workerThreads } from './run-in-worker.js';

export function portfolioPool(): Pool {
  return {
    async deal(jobs, sink) {
      const most = jobs.flatMap(({ questions }) => questions.map(({ contenders = [] }) => contenders.length));
      const piscina = workerThreads(Math.max(1, ...most));
      try {
        for (const [number, job] of jobs.entries()) await raceJob(piscina, number, job, sink);
      } finally {
        await piscina.destroy();
      }
    },
  };
}

type Threads = ReturnType<typeof workerThreads>;

async function raceJob(piscina: Threads, number: number, job: Job, sink: PoolSink): Promise<void> {
  let read: Awaited<ReturnType<typeof race>> | undefined;
  for (const index of job.questions.keys()) {
    const runs = contendersOf(job, index).map(
      (one) => (signal: AbortSignal) => collect(piscina, one, signal, (report) => sink.progress(report)),
    );
    const ran = await race(runs);
    read ??= ran;
    const { answer } = ran;
    if (answer.kind !== 'done') {
      await sink.ended(number, index, answer);
      continue;
    }
    const { findings, ...ending } = answer;
    await sink.findings(number, index, findings);
    await sink.ended(number, index, ending);
  }
  await sink.read(number, { reading: read?.reading ?? [], ...(read?.digest ? { digest: read.digest } : {}) });
}

async function collect(piscina: Threads, job: Job, signal: AbortSignal, progress: PoolSink['progress']) {
  const findings: Finding[] = [];
  let answer: Answer = { kind: 'stopped', because: 'stopped', obstacle: 'interrupted' };
  const reading = await runInWorker(
    { piscina },
    job,
    {
      progress,
      findings: (_, some) => {
        findings.push(...some);
        return undefined;
      },
      ended: (_, ending) => {
        answer = ending.kind === 'done' ? { ...ending, findings } : ending;
        return undefined;
      },
    },
    signal,
  );
  return { ...reading, answer };
}
