// A journal that was cut off or damaged anywhere: what is answered in it is what was answered, and nothing less of it.

import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Packer } from '../../pipeline/answers/packed.js';
import type { Ending } from '../../pipeline/job.js';
import type { Finding } from '../../verdict/verdict.js';
import { Journal } from './journal.js';

const done: Ending = { kind: 'done', diagnostics: [] };

function finding(message: string): Finding {
  return {
    ...{ engine: 'explore', method: 'm', property: { kind: 'deadlock' }, rule: 'HD3003', message },
    ...{ verdict: { kind: 'unknown', because: 'ü' }, places: [], because: [], statistics: {} },
  };
}

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-journal-'));
  path = join(folder, 'journal.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Question `k` has `k` lines of findings, of which each names another question. */
function write(questions: number): void {
  const journal = new Journal(path, 'append');
  for (let k = 0; k < questions; k++) {
    const packer = new Packer();
    for (let i = 0; i < k; i++)
      journal.append(`q${k}`, { kind: 'findings', packed: packer.pack([finding(`q${k} ${i} ${'ö'.repeat(k)}`)]) });
    journal.append(`q${k}`, { kind: 'ended', ending: done });
  }
  journal.append('input', { kind: 'read', reading: { reading: [] } });
  journal.close();
}

function messages(journal: Journal, key: string): string[] {
  return [...journal.findings(key)].flat().map(({ message }) => message);
}

/** Nothing is answered but with all that was found; returns how many are. */
function answered(journal: Journal, questions: number): number {
  const known = Array.from({ length: questions }, (_, k) => k).filter((k) => journal.has(`q${k}`));
  for (const k of known)
    expect(messages(journal, `q${k}`)).toEqual(Array.from({ length: k }, (_, i) => `q${k} ${i} ${'ö'.repeat(k)}`));
  for (let k = 0; k < questions; k++) expect(journal.ending(`q${k}`) !== undefined).toBe(known.includes(k));
  return known.length;
}

describe('a journal', () => {
  it('that ends at any byte of its last lines has all answers before, and takes further ones', () => {
    write(4);
    const whole = readFileSync(path);
    const lines = whole.toString().split('\n');
    const tail = Buffer.byteLength(lines.slice(-4).join('\n'));
    let before = 4;
    for (let end = whole.length; end >= whole.length - tail; end--) {
      writeFileSync(path, whole.subarray(0, end));
      const journal = new Journal(path, 'append');
      const left = answered(journal, 4);
      expect(left).toBeLessThanOrEqual(before);
      expect(journal.damage).toEqual({ broken: 0, torn: end > 0 && whole[end - 1] !== 10 });
      before = left;
      journal.append('q9', { kind: 'ended', ending: done });
      journal.close();
      const again = new Journal(path, 'read');
      expect(again.damage).toEqual({ broken: 0, torn: false });
      expect(again.has('q9')).toBe(true);
      expect(answered(again, 4)).toBe(left);
      again.close();
    }
    expect(before).toBe(3);
  });

  it('of which any line is lost, doubled or unreadable says nothing less about any question', () => {
    write(4);
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    for (const [i, line] of lines.entries())
      for (const instead of [
        [],
        [line, line],
        [line.slice(0, -1)],
        ['\0'.repeat(line.length)],
        [line.replace('q', '_')],
      ]) {
        writeFileSync(path, [...lines.slice(0, i), ...instead, ...lines.slice(i + 1), ''].join('\n'));
        const journal = new Journal(path, 'append');
        const left = answered(journal, 4);
        // A line about the input, and an end that is told twice, change nothing.
        if (i < lines.length - 1 && instead.length < 2) expect(left).toBe(3);
        journal.close();
      }
  });

  it('with an answer that was begun twice has the one that was ended', () => {
    write(3);
    truncateSync(path, readFileSync(path).lastIndexOf('{"key":"q2","session":1,"told":{"kind":"ended"'));
    const journal = new Journal(path, 'append');
    expect(journal.has('q2')).toBe(false);
    const packer = new Packer();
    journal.append('q2', { kind: 'findings', packed: packer.pack([finding('new')]) });
    journal.append('q2', { kind: 'ended', ending: done });
    journal.close();
    const again = new Journal(path, 'read');
    expect(messages(again, 'q2')).toEqual(['new']);
    expect(again.has('q2')).toBe(true);
    again.close();
  });
});
