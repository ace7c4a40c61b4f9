// Breaks lines of prose in the documents that are longer than 140 characters, where a break changes nothing: not in code, tables
// or headings, not within `code`, and so that no new line begins like a list or a quotation. test/document-lines.test.ts
// demands what this does.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const longest = 138;
const root = new URL('..', import.meta.url);
const files = execFileSync('git', ['ls-files', 'docs/*.md', 'README.md', 'CONTRIBUTING.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);

for (const file of files) {
  const url = new URL(file, root);
  const text = readFileSync(url, 'utf8');
  const wrapped = wrap(text);
  if (wrapped !== text) writeFileSync(url, wrapped);
}

function wrap(text) {
  const lines = text.split('\n');
  const wrapped = [];
  let inCode = false;
  for (let i = 0; i < lines.length; i++) {
    if (isFence(lines[i])) inCode = !inCode;
    const isIndented = /^( {4}|\t)/.test(lines[i]) && (lines[i - 1] ?? '').trim() === '';
    const isProse = !inCode && !isFence(lines[i]) && !/^\s*[|#<]/.test(lines[i]) && !isIndented;
    if (!isProse || lines[i].length <= 140) {
      wrapped.push(lines[i]);
      continue;
    }
    const pieces = broken(lines[i]);
    const last = pieces.pop();
    wrapped.push(...pieces);
    // What is left goes on with the next line of the paragraph.
    if (pieces.length > 0 && isContinuation(lines[i + 1] ?? '')) lines[i + 1] = `${last} ${lines[i + 1].trimStart()}`;
    else wrapped.push(last);
  }
  return wrapped.join('\n');
}

function isFence(line) {
  return /^\s*(```|~~~)/.test(line);
}

function isContinuation(line) {
  return line.trim() !== '' && !isFence(line) && !/^\s*([-*+>|#<]|\d+[.)]\s)/.test(line) && !line.endsWith('  ');
}

/** The line in pieces; those after the first are indented like the text of a list item or a quotation. */
function broken(line) {
  const [, lead] = /^(\s*(?:[-*+] |\d+\. |> )?)/.exec(line);
  const indent = lead.includes('>') ? lead : ' '.repeat(lead.length);
  const pieces = [];
  let rest = line;
  while (rest.length > longest) {
    const at = breakIn(rest, indent.length);
    if (at === undefined) break;
    pieces.push(rest.slice(0, at));
    rest = indent + rest.slice(at + 1);
  }
  return [...pieces, rest];
}

/** The last space within the length at which nothing changes its meaning. */
function breakIn(line, least) {
  let inSpan = false;
  let found;
  for (let i = 0; i <= longest && i < line.length; i++) {
    if (line[i] === '`') inSpan = !inSpan;
    const isBreak = line[i] === ' ' && i > least && line[i - 1] !== ' ' && !inSpan;
    if (isBreak && !/^\s*([-*+>|#]|\d+[.)]\s|$)/.test(line.slice(i + 1))) found = i;
  }
  return found;
}
