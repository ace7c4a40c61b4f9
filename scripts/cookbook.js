// Writes the findings in docs/cookbook.md anew, from what the built command line says about the models above them: the first
// line of a violation and its steps, or the lines of what holds. Run it when the wording of reports has changed.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = new URL('../docs/cookbook.md', import.meta.url);
const executable = fileURLToPath(new URL('../bin/heddle.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'heddle-cookbook-'));

function answerTo(model, command) {
  const words = command.split(' ').slice(2);
  writeFileSync(
    join(
      folder,
      words.find((word) => word.endsWith('.eml')),
    ),
    model,
  );
  const env = { ...process.env, NO_COLOR: '1' };
  return spawnSync(process.execPath, [executable, ...words], { cwd: folder, env, encoding: 'utf8' }).stdout;
}

function excerpt(output) {
  const lines = output.split('\n');
  if (!output.includes('error[')) return holding(lines);
  const first = lines.findIndex((line) => line.startsWith('error['));
  const table = lines.findIndex((line, i) => i > first && /^\s+step\s/.test(line));
  const end = lines.findIndex((line, i) => i > table && line.trim() === '');
  return [lines[first], '…', ...(table === -1 ? [] : [...lines.slice(table, end), '…'])];
}

/** The lines of what holds; `…` where others stand between them. */
function holding(lines) {
  const shown = lines.map((line) => (line.startsWith('ok: ') ? line : '…'));
  return shown.filter((line, i) => line !== '…' || shown[i - 1] !== '…');
}

const pair = /(```eml (?:bug|fix)\n)([\s\S]*?)(```\n\n```finding\n)(\$ .*\n)[\s\S]*?```/g;
const text = readFileSync(page, 'utf8').replace(pair, (_, open, model, between, command) => {
  const shown = excerpt(answerTo(model, command.trim())).map((line) => line.trimEnd());
  return `${open}${model}${between}${command}${shown.join('\n')}\n\`\`\``;
});
writeFileSync(page, text);
rmSync(folder, { recursive: true });
