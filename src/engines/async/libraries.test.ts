// What is known of libraries decides what is found: each a program that is right, or wrong, because of it.

import { describe, expect, it } from 'vitest';
import { parseTreatment } from '../../model/script/machine/outside/verbs.js';
import { analyse } from './testing/analyse.js';

const io = 'let n = 0;\ndeclare function io(x: unknown): Promise<number>;\n';

function found(text: string, treated: readonly string[] = []): string[] {
  const pairs = treated.map((each) => parseTreatment(each)!);
  return analyse([{ file: 'program.ts', text }], 60, 2, new Map(pairs)).names.map((name) => name.slice(0, 6));
}

describe('who is called by the outside', () => {
  it.each([
    ["import { Worker } from 'bullmq';", "new Worker('q', async (job) => { n = n + (await io(job)); });"],
    [
      "import { Kafka } from 'kafkajs';\nconst consumer = new Kafka({}).consumer({ groupId: 'g' });",
      'export const main = () => consumer.run({ eachMessage: async (m) => { n = n + (await io(m)); } });',
    ],
    [
      "import fastify from 'fastify';\nconst app = fastify();",
      "app.route({ method: 'POST', url: '/', handler: async (req) => { n = n + (await io(req)); } });",
    ],
    [
      "import { WebSocketServer } from 'ws';\nconst server = new WebSocketServer({ port: 1 });",
      "server.on('connection', (s) => { s.on('message', async (m) => { n = n + (await io(m)); }); });",
    ],
    ["import Koa from 'koa';\nconst app = new Koa();", 'app.use(async (ctx) => { n = n + (await io(ctx)); });'],
    [
      "import PgBoss from 'pg-boss';\nconst boss = new PgBoss('');",
      "boss.work('q', async (job) => { n = n + (await io(job)); });",
    ],
  ])('%s', (start, rest) => {
    expect(found(`${start}\n${io}${rest}`)).toEqual(['HD6002']);
  });
});

describe('what is one step outside', () => {
  const redis = (body: string) =>
    `import Redis from 'ioredis';\nexport class Hits { constructor(private redis: Redis) {}\n  async hit(k: string) { ${body} } }`;

  it('knows Redis by the type of what is injected', () => {
    expect(
      found(redis("const v = Number(await this.redis.hget('h', k)); await this.redis.hset('h', k, v + 1);")),
    ).toEqual(['HD6002']);
    expect(found(redis("await this.redis.hget('h', k); await this.redis.hincrby('h', k, 1);"))).toEqual([]);
  });

  it('takes a POST for no update of what a GET has read, a PUT for one', () => {
    const client = (verb: string) =>
      `import axios from 'axios';\nexport async function f(id: string) { const a = await axios.get(id); await axios.${verb}(id, { n: a.data.n + 1 }); }`;
    expect(found(client('post'))).toEqual([]);
    expect(found(client('put'))).toEqual(['HD6002']);
  });
});

describe('rows', () => {
  it('gives each caller a connection of its own', () => {
    const transfer = (connect: string) =>
      `import { Pool } from 'pg';\nconst pool = new Pool();\nconst shared = pool;\n${io}export async function pay(id: string) {\n  const client = ${connect};\n  await client.query('BEGIN');\n  await client.query('UPDATE a SET n = n - 1 WHERE id = $1', [id]);\n  await client.query('COMMIT');\n}`;
    expect(found(transfer('await pool.connect()'))).toEqual([]);
    expect(found(transfer('shared'))).toEqual(['HD6005']);
  });

  it('knows a row again by the id that it was found by', () => {
    const update = (data: string) =>
      `import { PrismaClient } from '@prisma/client';\nexport class Points { constructor(private prisma: PrismaClient) {}\n  async earn(p: { accountId: string; n: number }) {\n    const a = await this.prisma.account.findUnique({ where: { id: p.accountId } });\n    if (!a) return;\n    await this.prisma.account.update({ where: { id: a.id }, data: { points: ${data} } });\n  } }`;
    expect(found(update('a.points + p.n'))).toEqual(['HD6002']);
    expect(found(update('{ increment: p.n }'))).toEqual([]);
  });

  it('takes rows that two calls insert for two, unless all of what they say is in the key', () => {
    const redeem = (values: string) =>
      `import type { Pool } from 'pg';\nexport async function redeem(db: Pool, input: { code: string; order: string }) {\n  const used = await db.query('SELECT 1 FROM used WHERE code = $1', [input.code]);\n  if (used.rows.length > 0) return;\n  await db.query('INSERT INTO used (code, o) VALUES ($1, $2)', [input.code, ${values}]);\n}`;
    expect(found(redeem('input.order'))).toEqual(['HD6001']);
    expect(found(redeem('1'))).toEqual([]);
  });
});

describe('what is executed', () => {
  const coalesced = (name: string) =>
    `import { ${name} } from '@cacheable/utils';\n${io}const m = new Map<string, number>();
export async function get(k: string) { return ${name}(k, async () => { const before = m.get(k) ?? 0; m.set(k, before + (await io(k))); }); }`;

  it('coalesced calls with one key are one', () => {
    expect(found(coalesced('coalesceAsync'))).toEqual([]);
    expect(found(coalesced('otherAsync'))).toEqual(['HD6002']);
  });
});

describe('what the user says of a package', () => {
  const guarded = `import { Gate } from 'my-gate';\n${io}const gate = new Gate();
export const add = () => gate.runExclusive(async () => { const before = n; n = before + (await io(0)); });`;
  const stored = `import { store } from 'my-store';
export async function add(k: string) { const v = await store.glimpse(k); await store.plonk(k, v + 1); }`;

  it('an export stands for a lock of so many places', () => {
    expect(found(guarded, ['my-gate#Gate=mutex'])).toEqual([]);
    expect(found(guarded.replace('new Gate()', 'new Gate(2)'), ['my-gate#Gate=semaphore'])).toEqual(['HD6002']);
  });

  it('a call does what is said', () => {
    expect(found(stored, ['glimpse=read', 'plonk=write'])).toEqual(['HD6002']);
    expect(found(stored, ['glimpse=read', 'plonk=atomic'])).toEqual([]);
  });

  it('a lock has to be an export', () => {
    expect(parseTreatment('gate=mutex')).toBeUndefined();
    expect(parseTreatment('my-gate#Gate=mutex')).toEqual(['my-gate#Gate', 'mutex']);
  });
});
