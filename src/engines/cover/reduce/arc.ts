// A transition of a problem that is being reduced: it stands for a word of the problem's own transitions. Words are ropes,
// so that merging two of them costs nothing.

import type { Marking } from '../../../model/petri/marking.js';

export type Word = number | { readonly first: Word; readonly second: Word };

export interface Arc {
  readonly from: number;
  readonly to: number;
  /** Without the places that became omega; so these two shrink as the reduction goes on. */
  hurdle: Marking;
  effect: Marking;
  readonly word: Word;
}

export function lettersOf(word: Word): number[] {
  const letters: number[] = [];
  const stack: Word[] = [word];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if (typeof top === 'number') letters.push(top);
    else stack.push(top.second, top.first);
  }
  return letters;
}
