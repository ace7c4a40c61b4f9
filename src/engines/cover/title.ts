// What was asked and answered, in a line: in the words of the program where there is one, in those of the net or diagram else.

import type { Model } from '../../model/model.js';
import type { Verdict } from '../../verdict/verdict.js';

export function titleOf(verdict: Verdict, target: string, { kind }: Model): string {
  const [can, cannot] =
    kind === 'program' || target === 'assert'
      ? programWords(target)
      : [`${target} is coverable`, `${target} is not coverable`];
  if (verdict.kind === 'holds') return cannot;
  return verdict.kind === 'violated' ? can : `it is not known whether ${can}`;
}

function programWords(target: string): readonly [can: string, cannot: string] {
  if (target === 'assert') return ['an assertion can fail', 'no assertion fails, however many threads there are'];
  const labels = target.split(',');
  if (labels.length === 1)
    return [`a thread can be at ${target}`, `no thread is ever at ${target}, however many there are`];
  const places = listed(labels);
  return [`threads can be at ${places} at once`, `threads are never at ${places} at once, however many there are`];
}

function listed(labels: readonly string[]): string {
  return `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
}
