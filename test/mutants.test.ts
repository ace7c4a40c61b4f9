import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../scripts/mutants.mjs', import.meta.url));
const seed = process.env['HEDDLE_SEED'] ?? '1';

/** All of them are a command of their own in .ci/run. */
const count = 6;

it('notices six rules that are broken on purpose, drawn by a seed', { timeout: 900_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, `${count}`, seed], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toContain(`${count} mutants, 0 problems`);
  expect(status).toBe(0);
});
