// Models that Heddle once answered wrongly, or not at all, as users ask about them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { heddleHere } from './heddle.js';

const folder = mkdtempSync(join(tmpdir(), 'heddle-once-wrong-'));
afterAll(() => rmSync(folder, { recursive: true }));

const models = {
  'a release through another name':
    'lock l; var x; process P { main { let m : lock = l; unit { acquire(l); read x; release(m); acquire(m); write x; release(l); } } } process Q { main { synchronized(l) { write x; } } }',
  'a wait through another name':
    'lock l; var x; process P { main { let m : lock = l; unit { synchronized(l) { read x; synchronized(m) { wait(m); } write x; } } } } process Q { main { synchronized(l) { write x; notify(l); } } }',
  'a cooperative thread that goes wrong':
    'scheduling cooperative; var x, y; process P { main { unit { write x; yield; write y; assert false; while (true) { skip; } } } } process Q { main { unit { write y; yield; write x; } } }',
  'a last access that was missing':
    'lock l0, l1, l2; var v0, v1, v2; process P0 { main { synchronized(l1) { unit { write v1; read v2; } } } } process P2 { f1 { synchronized(l1) { read v2; } while (*) { read v2; } } main { unit { read v1; synchronized(l1) { } f1(); } } }',
  'a quiet prefix of many instances':
    'lock X, A, B; var v0, v1, v2, v3, v4; process m1 * { main { unit { synchronized(X) { read v2; if (*) { read v0; } read v4; if (*) { read v1; } write v0; if (*) { read v4; } } synchronized(X) { read v4; } } } } process m3 * { main { unit { synchronized(X) { synchronized(B) { read v2; if (*) { read v0; } write v4; if (*) { read v0; } write v0; if (*) { read v0; } read v2; if (*) { read v1; } read v2; if (*) { read v4; } } } } } } process m4 * { main { unit { synchronized(X) { synchronized(B) { read v0; if (*) { read v2; } write v0; write v4; if (*) { read v3; } } } } } }',
} as const;

async function ask(model: keyof typeof models, words: readonly string[]) {
  writeFileSync(join(folder, 'model.eml'), models[model]);
  const { exit, stdout, stderr } = await heddleHere([...words, 'model.eml'], folder);
  return { exit, output: stdout + stderr };
}

const check = ['check'];
const atomicity = ['atomicity', '--all'];
const states = ['explore', '--method', 'full', '--property', 'atomicity'];

describe('what was once answered wrongly', () => {
  it.each<[keyof typeof models, readonly string[], number, RegExp]>([
    ['a release through another name', check, 1, /HD1001.*lost update on x: P and Q/],
    ['a release through another name', atomicity, 1, /1 violated, 9 hold, 0 unknown/],
    ['a release through another name', states, 1, /1 violated/],
    ['a wait through another name', check, 1, /HD1001.*lost update on x: P and Q/],
    ['a wait through another name', atomicity, 1, /[1-9]\d* violated, [\d,]+ hold, 0 unknown/],
    ['a wait through another name', states, 1, /[1-9]\d* violated/],
    ['a cooperative thread that goes wrong', check, 1, /HD1008.*Wu\(x\) Wv\(y\) Wu\(y\) Wv\(x\)/],
    ['a cooperative thread that goes wrong', atomicity, 1, /HD1008.*Wu\(x\) Wv\(y\) Wu\(y\) Wv\(x\)/],
    ['a cooperative thread that goes wrong', states, 1, /[1-9]\d* violated/],
    ['a last access that was missing', check, 1, /HD3004.*data race on v1/],
    ['a last access that was missing', [...atomicity, '--strict'], 0, /0 violated, 354 hold, 0 unknown/],
    ['a quiet prefix of many instances', check, 1, /[1-9]\d* violated/],
    ['a quiet prefix of many instances', [...atomicity, '--strict'], 1, /[1-9]\d* violated, [\d,]+ hold, 0 unknown/],
  ])('%s: %j exits with %i', async (model, words, exit, said) => {
    const answer = await ask(model, words);
    expect(answer.output).toMatch(said);
    expect(answer.output).not.toContain('HD0099');
    expect(answer.exit).toBe(exit);
  });
});
