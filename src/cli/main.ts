// The entry point. `--version` is answered before anything is loaded; everything else goes through the command tree.
// The exit code is set, not forced, so that output on pipes is drained first.

import type { WorkerTask } from './threads/worker.js';
import { version } from './version.js';

export async function main(given: readonly string[]): Promise<void> {
  const words = withoutColour(given);
  if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) {
    process.stdout.write(`${version()}\n`);
    return;
  }
  // A reader that goes away (`heddle … | head`) is no error of ours.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
  // What cannot be said to anyone still fails.
  process.stderr.on('error', () => process.exit(2));
  const { runCommandLine } = await import('./command-line.js');
  process.exitCode = await runCommandLine(words);
}

/** In a worker thread. */
export async function answerTask(task: WorkerTask): Promise<void> {
  const { run } = await import('./threads/worker.js');
  await run(task);
}

/** `--color` and `--no-color` work with every command, like the variables that they set. */
function withoutColour(words: readonly string[]): readonly string[] {
  const last = words.findLast((word) => word === '--color' || word === '--no-color');
  if (last === '--color') {
    process.env['FORCE_COLOR'] = '1';
    delete process.env['NO_COLOR'];
  } else if (last === '--no-color') process.env['NO_COLOR'] = '1';
  return words.filter((word) => word !== '--color' && word !== '--no-color');
}
