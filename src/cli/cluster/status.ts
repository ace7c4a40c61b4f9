// `heddle cluster status`: the queue, who is there, how fast it goes and how long it will take.

import { Queue } from 'bullmq';
import { connect, connectFirst, prefix } from './connection.js';
import { livingMembers, type Member } from './members.js';
import { queueName } from './traffic.js';

export async function printStatus(cluster: string): Promise<void> {
  const redis = await connectFirst(cluster);
  const connection = connect(cluster);
  const queue = new Queue(queueName, { connection, prefix });
  try {
    const counts = await queue.getJobCounts('wait', 'prioritized', 'active', 'failed');
    const waiting = (counts['wait'] ?? 0) + (counts['prioritized'] ?? 0);
    const active = counts['active'] ?? 0;
    process.stdout.write(describe(waiting, active, counts['failed'] ?? 0, await livingMembers(redis)));
  } finally {
    await queue.close();
    connection.disconnect();
    redis.disconnect();
  }
}

function describe(waiting: number, active: number, failed: number, members: readonly Member[]): string {
  const workers = members.filter(({ role }) => role === 'worker');
  const clients = members.length - workers.length;
  const rate = workers.reduce((sum, { done, since, at }) => sum + (1000 * done) / Math.max(1000, at - since), 0);
  const left = rate > 0 ? `, about ${Math.ceil((waiting + active) / rate)} s left` : '';
  const lines = [
    `queue: ${waiting} waiting, ${active} being answered, ${failed} given up`,
    `workers: ${workers.length}, clients: ${clients}`,
    ...workers.map(
      ({ host, pid, threads, done, version }) =>
        `  ${host} ${pid}: ${threads} threads, ${done} answered, heddle ${version}`,
    ),
    `rate: ${rate.toFixed(1)} questions a second${left}`,
  ];
  return `${lines.join('\n')}\n`;
}
