// `heddle ata`: prints the tree automaton for a number of locks and labels.

import { printAta } from '../../engines/pairwise/automata/print-ata.js';
import { CommandFailure, fail } from '../failure.js';

export interface AtaOptions {
  readonly locks: string;
  readonly labels: string;
  readonly pair: readonly string[];
  readonly style: string;
}

export function ata({ locks, labels, pair, style }: AtaOptions): void {
  if (style !== 'paper' && style !== 'exact') fail('HD0006', `--style takes paper or exact, not '${style}'`);
  const printed = printAta({
    locks: wholeNumber('--locks', locks),
    labels: wholeNumber('--labels', labels),
    pairs: pair.map(labelPair),
    style,
  });
  if (!printed.ok) throw new CommandFailure(printed.error);
  process.stdout.write(printed.value);
}

function wholeNumber(option: string, text: string): number {
  return /^\d+$/.test(text) ? Number(text) : fail('HD0006', `${option} takes a whole number, not '${text}'`);
}

function labelPair(text: string): [number, number] {
  const [, a, b] = /^(\d+),(\d+)$/.exec(text) ?? [];
  if (a === undefined || b === undefined) return fail('HD0006', `--pair takes two labels such as 1,2, not '${text}'`);
  return [Number(a), Number(b)];
}
