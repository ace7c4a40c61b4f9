// Whoever changes one field of a report, whichever it is, gains nothing: `certify` and `replay` refuse it, or say exactly what
// they say about the report as it was, because they derive it again and do not read the field.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { answerOf as heddle } from '../src/cli/testing/answer-of.js';

const folder = mkdtempSync(join(tmpdir(), 'heddle-forged-'));
const forgedFile = join(folder, 'forged.json');
const examples = fileURLToPath(new URL('../examples', import.meta.url));
/** How many changes are tried with each report; the others with HEDDLE_CASES. */
const mostChanges = 25 * Number(process.env['HEDDLE_CASES'] ?? 1);

afterAll(() => rmSync(folder, { recursive: true }));

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Leaf {
  readonly path: readonly string[];
  readonly value: Json;
}

function leavesOf(value: Json, path: readonly string[] = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part as Json, [...path, key]));
}

/** Values to put there instead: near ones, and what stands at other places of the same name. */
function substitutes({ path, value }: Leaf, leaves: readonly Leaf[]): (Json | undefined)[] {
  const name = path.at(-1);
  const alike = leaves.filter((leaf) => leaf.path.at(-1) === name && leaf.value !== value).map((leaf) => leaf.value);
  const near =
    typeof value === 'number' ? [value + 1, 0] : typeof value === 'string' ? [`${value}x`] : [value !== true];
  return [...near.filter((other) => other !== value), ...new Set(alike.slice(0, 3)), undefined];
}

/** A copy with another value at the path; without it, if that is undefined. */
function changed(report: Json, path: readonly string[], value: Json | undefined): Json {
  const copy = structuredClone(report);
  let place = copy as Record<string, Json>;
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, Json>;
  if (value === undefined) delete place[path.at(-1)!];
  else place[path.at(-1)!] = value;
  return copy;
}

/** What was accepted, or replayed, in the words of the command. */
function confirmed(output: string): string[] {
  return output.split('\n').filter((line) => /^result \d+: (accepted|replays)/.test(line));
}

async function forge(command: 'certify' | 'replay', report: Json): Promise<string[]> {
  writeFileSync(forgedFile, JSON.stringify(report));
  const honest = await heddle(command, forgedFile);
  const words = confirmed(honest.output).map((line) => line.replace(/^result \d+: /, ''));
  expect(words.length, honest.output).toBeGreaterThan(0);
  const leaves = leavesOf(report);
  const changes = leaves.flatMap((leaf) => substitutes(leaf, leaves).map((value) => ({ path: leaf.path, value })));
  const stride = Math.max(1, Math.floor(changes.length / mostChanges));
  const problems: string[] = [];
  for (const { path, value } of changes.filter((_, i) => i % stride === 0)) {
    writeFileSync(forgedFile, JSON.stringify(changed(report, path, value)));
    const { exit, output } = await heddle(command, forgedFile);
    const what = `${command} after ${path.join('.')} = ${JSON.stringify(value)}: exit ${exit}: `;
    // A property with a part less says less: it is replayed as that.
    if (command === 'replay' && value === undefined && path[2] === 'property') continue;
    const invented = confirmed(output).filter((line) => !words.includes(line.replace(/^result \d+: /, '')));
    if (invented.length > 0) problems.push(what + invented.join());
    if (exit === 0 && confirmed(output).length < words.length && !path.includes('verdict'))
      problems.push(what + output);
    if (/internal error|HD0099/.test(output)) problems.push(what + output);
  }
  return problems;
}

async function reportOf(...words: string[]): Promise<Json> {
  const file = join(folder, 'report.json');
  const [command, model, ...options] = words;
  await heddle(command!, join(examples, model!), ...options, '--certificates', '--report', `json=${file}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Kind of certificate, then what is asked. */
const certified: [string, ...string[]][] = [
  ['lock-histories/2', 'atomicity', 'atomicity/lost-update/fixed.eml'],
  ['lock-histories/2', 'pairwise', 'atomicity/lost-update/fixed.eml', '--property', 'races'],
  ['lock-scopes', 'atomicity', 'java/design/01/RateLimiter.java'],
  ['states-local/1', 'explore', 'explore/task-queue/task-queue.eml'],
  ['states/1', 'explore', 'explore/stale-flag/stale-flag.eml'],
  ['executions/1', 'explore', 'explore/independent-work-2/independent-work-2.eml'],
  ['clocks/1', 'races', 'races/three-locks/three-locks.std'],
  ['coverability-set', 'cover', 'cover/lazy-initialization/fixed.eml'],
  ['upward-closed-basis', 'cover', 'cover/readers-writers/optimistic.ttd'],
  ['effects/2', 'pairwise', 'pairwise/crossed-locks/crossed.tree'],
  ['effects/2', 'pairwise', 'pairwise/printer/printer.hrs'],
  ['typing', 'pairwise', 'pairwise/files/closed.hrs'],
];
const violated: string[][] = [
  ['explore', 'explore/account/account.eml', '--property', 'assertions,races'],
  ['explore', 'explore/dining-philosophers/dining-philosophers.eml', '--property', 'deadlocks'],
  ['atomicity', 'atomicity/transfer/transfer.eml'],
  ['cover', 'cover/lazy-initialization/broken.eml'],
  ['cover', 'cover/ticket-lock/ticket.bp'],
  ['pairwise', 'pairwise/printer/without-lock.tree'],
  ['pairwise', 'pairwise/files/left-open.hrs'],
  ['races', 'races/missing-lock/missing-lock.std'],
  ['async', 'typescript/token-bucket.ts'],
];

describe('a report with one field changed', () => {
  it.each(certified)('is not certified as something else: %s', { timeout: 120_000 }, async (kind, ...words) => {
    const report = await reportOf(...words);
    expect(JSON.stringify(report)).toContain(`"${kind}"`);
    expect(await forge('certify', report)).toEqual([]);
  });

  it.each(violated)('does not replay as something else: %s %s', { timeout: 120_000 }, async (...words) => {
    expect(await forge('replay', await reportOf(...words))).toEqual([]);
  });
});
