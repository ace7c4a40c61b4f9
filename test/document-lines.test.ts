// Lines of prose in the documents are short enough to read and to compare: at most 140 characters. Tables and code may be longer,
// and so may a line that has no place to break (`node scripts/wrap-docs.js` breaks the others).

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './heddle.js';

const longest = 140;

function proseOf(text: string): string[] {
  const withoutCode = text.replace(/^\s*(```|~~~)[\s\S]*?^\s*\1/gm, '');
  return withoutCode.split('\n').filter((line) => !/^\s*(\||<|#)/.test(line));
}

it('has no line of prose over 140 characters', () => {
  const folders = ['docs/*.md', 'README.md', 'CONTRIBUTING.md'];
  const files = execFileSync('git', ['ls-files', ...folders], { cwd: repository, encoding: 'utf8' }).split('\n');
  const long = files.filter(Boolean).flatMap((file) =>
    proseOf(readFileSync(join(repository, file), 'utf8'))
      .filter((line) => line.length > longest && line.replace(/`[^`]*`|\S{60,}/g, '').length > longest / 2)
      .map((line) => `${file}: ${line.slice(0, 80)}…`),
  );
  expect(long).toEqual([]);
});
