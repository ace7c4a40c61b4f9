// Progress in words on standard error: one line that is rewritten on a terminal, a line every few seconds otherwise.

import { printable } from '../base/printable.js';
import type { ProgressReport } from '../pipeline/job.js';

const firstAfter = 1000;
const terminalEvery = 100;
const otherwiseEvery = 5000;

export interface ProgressLine {
  show(report: ProgressReport, batch: Batch): void;
  clear(): void;
}

export const noProgress: ProgressLine = { show() {}, clear() {} };

export function progressLine(stream: NodeJS.WriteStream, now: () => number = () => performance.now()): ProgressLine {
  const started = now();
  let last = started;
  let isShown = false;
  let question = { name: '', since: started };
  return {
    show(report, batch) {
      const time = now();
      const name = `${report.engine} ${report.file}`;
      if (question.name !== name) question = { name, since: time };
      if (time - started < firstAfter || time - last < (stream.isTTY ? terminalEvery : otherwiseEvery)) return;
      last = time;
      isShown = true;
      const seconds = { all: (time - started) / 1000, question: (time - question.since) / 1000 };
      const text = describeProgress(report, batch, seconds);
      stream.write(stream.isTTY ? `\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}` : `${text}\n`);
    },
    clear() {
      if (isShown && stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}

/** What each engine asks, and what it counts. */
const words: Readonly<Record<string, readonly [asks: string, counts: string]>> = {
  atomicity: ['can units of work interleave?', 'pairs compared'],
  races: ['which accesses are unordered?', 'events read'],
  explore: ['does any interleaving go wrong?', 'states'],
  cover: ['is the target reachable?', 'steps of the search'],
  pairwise: ['can two threads be there at once?', 'combinations'],
  async: ['what breaks when calls overlap?', 'entries'],
};

export interface Batch {
  /** Files that are finished, of how many. */
  readonly done: number;
  readonly total: number;
  /** Of all that is asked about them, as a share of one. */
  readonly share: number;
}

/** `model.eml (2 of 7): can units of work interleave? 1,200 of 5,000 pairs, about 12 s left`. */
export function describeProgress(
  { engine, file, done, total, text }: ProgressReport,
  batch: Batch,
  seconds: { readonly all: number; readonly question: number },
): string {
  const [asks, counts] = (Object.hasOwn(words, engine) ? words[engine] : undefined) ?? [engine, 'steps'];
  const which = batch.total > 1 ? ` (${Math.min(batch.done + 1, batch.total)} of ${batch.total})` : '';
  const amount =
    done === 0 ? '' : ` ${shown(done)}${total === undefined ? '' : ` of ${shown(total)}`} ${text ?? counts},`;
  const left = secondsLeft({ done, total }, batch, seconds);
  const time = left === undefined || left < 1 ? `${Math.round(seconds.all)} s` : `about ${Math.round(left)} s left`;
  return printable(`${file}${which}: ${asks}${amount} ${time}`);
}

/** Below it a guess would mislead. */
const leastShare = 0.05;

/** Of one question, as long as what is done of it says; of many, as long as what is done of all says. */
function secondsLeft(
  { done, total }: { readonly done: number; readonly total: number | undefined },
  { share, total: files }: Batch,
  seconds: { readonly all: number; readonly question: number },
): number | undefined {
  if (share > 0 || files > 1) return share < leastShare ? undefined : (seconds.all * (1 - share)) / share;
  return total !== undefined && done > 0 ? (seconds.question * (total - done)) / done : undefined;
}

function shown(number: number): string {
  return number.toLocaleString('en');
}
