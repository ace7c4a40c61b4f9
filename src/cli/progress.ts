// Progress on standard error: one line that is rewritten on a terminal, a line every few seconds otherwise.

import type { ProgressReport } from '../pipeline/job.js';

const firstAfter = 1000;
const terminalEvery = 100;
const otherwiseEvery = 5000;

export interface ProgressLine {
  show(report: ProgressReport): void;
  clear(): void;
}

export const noProgress: ProgressLine = { show() {}, clear() {} };

export function progressLine(stream: NodeJS.WriteStream, now: () => number = () => performance.now()): ProgressLine {
  const started = now();
  let last = started;
  let shown = false;
  return {
    show(report) {
      const time = now();
      if (time - started < firstAfter || time - last < (stream.isTTY ? terminalEvery : otherwiseEvery)) return;
      last = time;
      shown = true;
      const text = describe(report, (time - started) / 1000);
      stream.write(stream.isTTY ? `\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}` : `${text}\n`);
    },
    clear() {
      if (shown && stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

function describe({ engine, file, done, total, text = '' }: ProgressReport, seconds: number): string {
  const amount = total === undefined ? done.toLocaleString('en') : `${bar(done / total)} ${done} of ${total}`;
  return `${engine} ${file}: ${amount} ${text} (${seconds.toFixed(0)} s)`;
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * 20);
  return `[${'#'.repeat(filled)}${'.'.repeat(20 - filled)}]`;
}
