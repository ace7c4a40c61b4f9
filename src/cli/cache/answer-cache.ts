// Answers by key, one small journal each. A folder that somebody else may have written to: whatever is found there is a
// proposal that the pool checks. Files are written aside and moved, so that nobody reads half of one.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { KeptAnswers } from '../../pipeline/answers/kept-answers.js';
import { Packer, Unpacker } from '../../pipeline/answers/packed.js';
import type { Finding } from '../../verdict/verdict.js';
import { parseRecord, printRecord } from '../run/record.js';
import { version } from '../version.js';

/** Larger answers are asked for again: checking them would take as long. */
const mostBytes = 1 << 26;

/** Answers to questions that are plain data. */
export function keptAnswers(folder: string): KeptAnswers {
  const cache = new AnswerCache(folder);
  const keyOf = (question: unknown) =>
    createHash('sha256')
      .update(JSON.stringify([version(), question]))
      .digest('hex');
  return {
    find: (question) => cache.find(keyOf(question)),
    keep: (question, findings) => cache.store(keyOf(question), findings),
  };
}

export class AnswerCache {
  #written = 0;

  constructor(readonly folder: string) {}

  find(key: string): readonly Finding[] | undefined {
    const file = this.#fileOf(key);
    try {
      if (statSync(file).size > mostBytes) return undefined;
      const record = parseRecord(readFileSync(file, 'utf8').trimEnd());
      if (record?.key !== key || record.told.kind !== 'findings') return undefined;
      return new Unpacker().unpack(record.told.packed);
    } catch {
      return undefined;
    }
  }

  /** An answer that cannot be kept is only not reused. */
  store(key: string, findings: readonly Finding[]): void {
    const file = this.#fileOf(key);
    const line = printRecord({ key, session: 0, told: { kind: 'findings', packed: new Packer().pack(findings) } });
    if (line.length > mostBytes) return;
    try {
      mkdirSync(dirname(file), { recursive: true });
      const aside = `${file}.${process.pid}.${this.#written++}`;
      writeFileSync(aside, line);
      renameSync(aside, file);
    } catch {
      return;
    }
  }

  #fileOf(key: string): string {
    return join(this.folder, key.slice(0, 2), `${key.slice(2)}.json`);
  }
}
