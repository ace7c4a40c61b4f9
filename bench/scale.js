// Beyond one core: `node bench/scale.js [questions|large|overhead]`. Needs `npm run build`.
//   questions  5,000 small files with 1, 2 and 4 workers, and in this process (HEDDLE_FILES: how many)
//   large      the large atomicity model with 1, 2 and 4 workers (HEDDLE_SHAPE=medium: a smaller one of the same kind)
//   overhead   what a worker costs for each question, and what travels

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { generateModel, industrialShape } from './atomicity-models.js';

const heddle = fileURLToPath(new URL('../bin/heddle.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'heddle-scale-'));
const medium = { ...industrialShape, processes: 6, variables: 12, locks: 6, statements: 1500 };

function run(words) {
  const begun = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, [heddle, ...words, '--quiet'], { cwd: folder, stdio: 'ignore' });
  const seconds = Number(process.hrtime.bigint() - begun) / 1e9;
  return { status, seconds };
}

function table(title, rows) {
  console.log(`\n${title}\n\n| workers | seconds | times as fast as 1 | exit |\n|---|---|---|---|`);
  for (const { name, seconds, status } of rows)
    console.log(`| ${name} | ${seconds.toFixed(1)} | ${(rows[0].seconds / seconds).toFixed(2)} | ${status} |`);
}

const workers = ['1', '2', '4'];

function questions() {
  const count = Number(process.env.HEDDLE_FILES ?? 5000);
  mkdirSync(join(folder, 'many'));
  for (let i = 0; i < count; i++)
    writeFileSync(
      join(folder, 'many', `m${i}.eml`),
      `var x: int; lock l;\nprocess P { main { synchronized (l) { x = ${i}; } unit { x = 2; let y = x; } } }\nprocess Q { main { x = 3; } }\n`,
    );
  const rows = workers.map((n) => ({
    name: n,
    ...run(['check', 'many', '--jobs', n, '--format', 'jsonl', '-o', `many${n}.jsonl`]),
  }));
  table(`${count} small files (1: in process)`, rows);
  console.log(`\n${((1000 * rows[0].seconds) / count).toFixed(2)} ms a file in process`);
}

function large() {
  const shape = process.env.HEDDLE_SHAPE === 'medium' ? medium : industrialShape;
  writeFileSync(join(folder, 'large.eml'), generateModel(shape));
  const rows = workers.map((n) => ({
    name: n,
    ...run(['atomicity', 'large.eml', '--jobs', n, '--format', 'jsonl', '-o', `large${n}.jsonl`]),
  }));
  table(
    `${shape.processes} processes, ${shape.statements} statements; replays and certificates included (1: in process)`,
    rows,
  );
}

/** The same tiny questions with and without a worker. */
function overhead() {
  const count = 400;
  const text = 'var x: int; process P { main { x = 1; } } process Q { main { let y = x; } }';
  mkdirSync(join(folder, 'tiny'));
  for (let i = 0; i < count; i++) writeFileSync(join(folder, 'tiny', `m${i}.eml`), `// ${i}\n${text}\n`);
  const here = run(['explore', 'tiny', '--jobs', '1', '--format', 'jsonl', '-o', 'tiny1.jsonl']);
  const there = run(['explore', 'tiny', '--jobs', '2', '--format', 'jsonl', '-o', 'tiny2.jsonl']);
  const kept = run(['explore', 'tiny', '--jobs', '1', '--run', 'r', '--format', 'jsonl', '-o', 'tiny3.jsonl']);
  const each = (one) => ((1000 * (one.seconds - here.seconds)) / count).toFixed(2);
  console.log(
    `\n${count} questions: in process ${here.seconds.toFixed(2)} s, two workers ${there.seconds.toFixed(2)} s, with a journal ${kept.seconds.toFixed(2)} s`,
  );
  console.log(`a worker adds ${each(there)} ms to a question (its start included), the journal ${each(kept)} ms`);
  const journal = statSync(join(folder, 'r', 'journal.jsonl')).size;
  console.log(
    `journal: ${Math.round(journal / count)} bytes a question; an input of ${text.length} bytes travels as ${gzipSync(text).length}`,
  );
}

const wanted = process.argv[2];
try {
  for (const [name, measure] of Object.entries({ overhead, questions, large }))
    if (wanted === undefined || wanted === name) measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
