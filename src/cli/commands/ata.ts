// `heddle ata`: prints the tree automaton for a number of locks and labels.

import { Budget, type Limits } from '../../base/budget.js';
import { printAta } from '../../engines/pairwise/automata/print-ata.js';
import { drive } from '../../pipeline/drive.js';
import { CommandFailure, fail } from '../failure.js';
import { nodePlatform } from '../platform.js';
import { progressLine } from '../progress.js';

export interface AtaOptions {
  readonly locks: string;
  readonly labels: string;
  readonly pair: readonly string[];
  readonly style: string;
  readonly timeLimit?: string;
}

export async function ata({ locks, labels, pair, style, timeLimit }: AtaOptions): Promise<void> {
  if (style !== 'paper' && style !== 'exact') fail('HD0006', `--style takes paper or exact, not '${style}'`);
  const printing = printAta({
    locks: wholeNumber('--locks', locks),
    labels: wholeNumber('--labels', labels),
    pairs: pair.map(labelPair),
    style,
  });
  const budget = new Budget(limitsOf(timeLimit), () => nodePlatform.now());
  const progress = progressLine(process.stderr);
  const printed = await drive(printing, budget, nodePlatform, (event) => {
    if (event.kind === 'progress')
      progress.show({ ...event, file: style, engine: 'ata' }, { done: 0, total: 1, share: 0 });
    return undefined;
  });
  progress.clear();
  if (!printed) return fail('HD0012', 'stopped before the automaton was finished');
  if (!printed.value.ok) throw new CommandFailure(printed.value.error);
  process.stdout.write(printed.value.value);
}

function limitsOf(timeLimit: string | undefined): Limits {
  if (timeLimit === undefined) return {};
  const seconds = Number(timeLimit);
  if (!(seconds > 0)) fail('HD0006', `--time-limit takes a positive number of seconds, not '${timeLimit}'`);
  return { milliseconds: seconds * 1000 };
}

function wholeNumber(option: string, text: string): number {
  return /^\d+$/.test(text) ? Number(text) : fail('HD0006', `${option} takes a whole number, not '${text}'`);
}

function labelPair(text: string): [number, number] {
  const [, a, b] = /^(\d+),(\d+)$/.exec(text) ?? [];
  if (a === undefined || b === undefined) return fail('HD0006', `--pair takes two labels such as 1,2, not '${text}'`);
  return [Number(a), Number(b)];
}
