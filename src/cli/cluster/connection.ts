// The way to Redis: the URL carries address, TLS (`rediss:`) and password, and is never printed as it is.

import { Redis, type RedisOptions } from 'ioredis';
import { fail } from '../failure.js';
import { withoutSecrets } from './secrets.js';

/** Everything of the cluster stands under this prefix. */
export const prefix = 'heddle';

export function connect(url: string, options: RedisOptions = {}): Redis {
  if (!/^rediss?:\/\/[^/]/.test(url) || !URL.canParse(url))
    // It may contain a password, wherever that stands.
    fail('HD0006', '--cluster takes redis://host:port or rediss://…');
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (n) => Math.min(200 * n, 2000),
    ...options,
  });
  // Said once by whoever waits for it; the connection comes back by itself.
  redis.on('error', () => {});
  return redis;
}

/** The same for the first time: a cluster that is not there is an error, one that goes away later is waited for. */
export async function connectFirst(url: string): Promise<Redis> {
  const redis = connect(url, { lazyConnect: true, retryStrategy: () => null });
  // Why a connection ended (refused, a certificate that nobody trusts) is told beside the command that failed.
  let reason: unknown;
  redis.on('error', (error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    const told = reason ?? error;
    const because = withoutSecrets(told instanceof Error ? told.message || told.name : String(told));
    return fail('HD0017', `the cluster at ${withoutSecrets(url)} does not answer: ${because}`);
  }
  redis.disconnect();
  return connect(url);
}
