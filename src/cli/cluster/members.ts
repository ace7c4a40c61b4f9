// Who is there: every worker and client says so every few seconds, with its version. All of a cluster have the same one,
// because an answer is good only for the version that gave it.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { isRecord } from '../../base/json.js';
import { fail } from '../failure.js';
import { version } from '../version.js';
import { prefix } from './connection.js';

const members = `${prefix}:members`;
const beat = 5000;
/** Whoever has been silent for so long is gone. */
const silence = 30_000;

export interface Member {
  readonly role: 'worker' | 'client';
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly threads: number;
  /** Questions that it has answered, and since when. */
  readonly done: number;
  readonly since: number;
  readonly at: number;
}

export async function livingMembers(redis: Redis): Promise<Member[]> {
  const all = await redis.hgetall(members);
  const found = Object.values(all).flatMap((text) => memberOf(text) ?? []);
  const now = await timeOf(redis);
  return found.filter(({ at }) => now - at < silence);
}

/** By the clock of Redis: those of the machines may differ. */
async function timeOf(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return 1000 * Number(seconds) + Math.floor(Number(microseconds) / 1000);
}

function memberOf(text: string): Member | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMember(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isMember(value: unknown): value is Member {
  if (!isRecord(value)) return false;
  const numbers = ['pid', 'threads', 'done', 'since', 'at'].every((name) => typeof value[name] === 'number');
  return numbers && typeof value['version'] === 'string' && typeof value['host'] === 'string';
}

export class Membership {
  readonly #id = randomUUID();
  #since: number | undefined;
  readonly #timer: NodeJS.Timeout;
  done = 0;

  private constructor(
    readonly redis: Redis,
    readonly role: Member['role'],
    readonly threads: number,
  ) {
    this.#timer = setInterval(() => void this.#say().catch(() => {}), beat);
  }

  /** Refused where others have another version. */
  static async join(redis: Redis, role: Member['role'], threads: number): Promise<Membership> {
    const others = (await livingMembers(redis)).filter((member) => member.version !== version());
    if (others.length > 0)
      fail('HD0017', `the cluster runs heddle ${others[0]!.version}, this is ${version()}`, {
        help: 'workers and clients of one cluster must have the same version',
      });
    const membership = new Membership(redis, role, threads);
    await membership.#say();
    return membership;
  }

  async leave(): Promise<void> {
    clearInterval(this.#timer);
    await this.redis.hdel(members, this.#id).catch(() => {});
  }

  async #say(): Promise<void> {
    const { role, threads, done } = this;
    const at = await timeOf(this.redis);
    this.#since ??= at;
    const about: Member = {
      role,
      version: version(),
      host: hostname(),
      pid: process.pid,
      threads,
      done,
      since: this.#since,
      at,
    };
    await this.redis.hset(members, this.#id, JSON.stringify(about));
  }
}
