// What travels: inputs once, by the hash of their content; questions as jobs that name their input; answers by the key of
// their question. Everything is compressed, and everything goes away by itself after a while.

import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Redis } from 'ioredis';
import { derived } from '../../base/derived.js';
import { isRecord } from '../../base/json.js';
import type { Packed } from '../../pipeline/answers/packed.js';
import type { Ending, Input, Job, Question } from '../../pipeline/job.js';
import { parseRecord, printRecord } from '../run/record.js';
import { version } from '../version.js';
import { prefix } from './connection.js';

/** Jobs of another version stand in another queue. */
export const queueName = `questions-${version()}`;

/** Given to so many workers that did not come back, a question is given up. */
export const mostLosses = 3;

/** Why a worker cannot answer: the client sends the input again. */
export const noInput = 'its input is not there any more';

/** Where keys of questions are called out that nobody wants to know any more. */
export const stopChannel = `${prefix}:stop`;

export async function stopQuestion(redis: Redis, key: string): Promise<void> {
  await redis.publish(stopChannel, key);
}

/** Questions that one worker answers, one after the other: mostly just one. */
export interface QuestionData {
  readonly input: string;
  readonly questions: readonly Question[];
  readonly limits: Job['limits'];
  readonly seed: number;
}

export interface QuestionAnswer {
  readonly packed: readonly Packed[];
  readonly ending: Ending;
}

const inputLife = 7 * 24 * 3600;
const answerLife = 24 * 3600;
/** No answer is larger: what unpacks to more is none. */
const mostBytes = 1 << 30;

/** There may be thousands of questions about one input. */
export const hashOfInput = derived((input: Input): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex'),
);

/** From now on it is there under its hash; sent once, however many questions there are about it. */
export async function sendInput(redis: Redis, input: Input): Promise<void> {
  const key = `${prefix}:input:${hashOfInput(input)}`;
  if (!(await redis.expire(key, inputLife))) await redis.set(key, gzipSync(JSON.stringify(input)), 'EX', inputLife);
}

/** Undefined: it is not there, or not what its name says. */
export async function fetchInput(redis: Redis, hash: string): Promise<Input | undefined> {
  const packed = await redis.getBuffer(`${prefix}:input:${hash}`);
  if (!packed) return undefined;
  const text = gunzipSync(packed, { maxOutputLength: mostBytes }).toString('utf8');
  if (createHash('sha256').update(text).digest('hex') !== hash) return undefined;
  const input: unknown = JSON.parse(text);
  return isInput(input) ? input : undefined;
}

function isInput(value: unknown): value is Input {
  return isRecord(value) && typeof value['file'] === 'string' && isRecord(value['content']);
}

const answerKey = (key: string) => `${prefix}:answer:${version()}:${key}`;

/** One answer for each question, in their order. */
export async function sendAnswers(redis: Redis, key: string, answers: readonly QuestionAnswer[]): Promise<void> {
  const lines = answers.flatMap(({ packed, ending }) => [
    ...packed.map((one) => printRecord({ key, session: 0, told: { kind: 'findings', packed: one } })),
    printRecord({ key, session: 0, told: { kind: 'ended', ending } }),
  ]);
  await redis.set(answerKey(key), gzipSync(lines.join('')), 'EX', answerLife);
}

export async function hasAnswer(redis: Redis, key: string): Promise<boolean> {
  return (await redis.exists(answerKey(key))) === 1;
}

/** Undefined: there is none. `malformed`: there is one that cannot be read. */
export async function takeAnswers(
  redis: Redis,
  key: string,
): Promise<readonly QuestionAnswer[] | 'malformed' | undefined> {
  const stored = await redis.getBuffer(answerKey(key));
  return stored ? answersIn(stored, key) : undefined;
}

export async function forgetAnswer(redis: Redis, key: string): Promise<void> {
  await redis.del(answerKey(key));
}

function answersIn(stored: Buffer, key: string): readonly QuestionAnswer[] | 'malformed' {
  try {
    const lines = gunzipSync(stored, { maxOutputLength: mostBytes }).toString('utf8').trimEnd().split('\n');
    const answers: QuestionAnswer[] = [];
    let packed: Packed[] = [];
    for (const line of lines) {
      const record = parseRecord(line);
      if (record?.key !== key || record.told.kind === 'read') return 'malformed';
      if (record.told.kind === 'findings') packed.push(record.told.packed);
      else {
        answers.push({ packed, ending: record.told.ending });
        packed = [];
      }
    }
    // Findings that nothing ends are torn off.
    return packed.length > 0 ? 'malformed' : answers;
  } catch {
    return 'malformed';
  }
}
