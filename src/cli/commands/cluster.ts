// `heddle worker` and `heddle cluster status`, loaded when they are used.

import { type Command, InvalidArgumentError } from 'commander';
import type { SetExit } from '../command-line.js';

interface ClusterOption {
  readonly cluster: string;
}

interface WorkerFlags extends ClusterOption {
  readonly threads?: number;
  readonly lockSeconds?: number;
}

const address = ['--cluster <url>', 'the Redis of the cluster, e.g. redis://:password@host:6379'] as const;

export function addClusterCommands(program: Command, setExit: SetExit): void {
  program
    .command('worker')
    .description('answers questions of a cluster until it is told to stop (Ctrl-C)')
    .requiredOption(...address)
    .option('--threads <n>', 'questions at once (default: cores)', atLeastOne)
    .option(
      '--lock-seconds <n>',
      'a worker that is silent for so long has lost its questions (default: 30)',
      atLeastOne,
    )
    .action(async (flags: WorkerFlags) => {
      const { work } = await import('../cluster/cluster-worker.js');
      setExit(await work(flags));
    });
  program
    .command('cluster')
    .description('what a cluster is doing')
    .command('status')
    .description('queue, workers, rate and time left')
    .requiredOption(...address)
    .exitOverride()
    .action(async ({ cluster }: ClusterOption) => {
      const { printStatus } = await import('../cluster/status.js');
      await printStatus(cluster);
    });
}

function atLeastOne(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It takes a whole number from 1.');
  return Number(text);
}
