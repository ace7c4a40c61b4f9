// Which orders of a run could have been others: a race is a pair of dependent turns with nothing between that orders them.
// To reverse it, what comes after the first without depending on it is done before it, up to the second; the turns that
// this can begin with are the initials. Definitions of Abdulla, Aronsson, Jonsson, Sagonas, *Optimal dynamic partial order
// reduction* (POPL 2014), with turns for steps. O(n³) in the number of turns, which is small.

import { areDependent, type Turn } from '../../model/script/machine/turns.js';

export interface Reversal {
  /** The turn before which the others would come. */
  readonly before: Turn;
  readonly initials: readonly string[];
}

export function* reversals(turns: readonly Turn[]): Generator<Reversal> {
  const earlier = happensBefore(turns);
  for (let second = 0; second < turns.length; second++)
    for (let first = 0; first < second; first++)
      if (turns[first]!.at !== undefined && isRace(turns, earlier, first, second))
        yield { before: turns[first]!, initials: initialsOf(turns, earlier, first, second) };
}

/** By turn: the turns that come before it in every equivalent run. */
function happensBefore(turns: readonly Turn[]): ReadonlySet<number>[] {
  const earlier: Set<number>[] = [];
  for (const [index, turn] of turns.entries()) {
    const own = new Set<number>();
    for (let other = index - 1; other >= 0; other--) {
      if (own.has(other) || !isOrdered(turns[other]!, turn)) continue;
      own.add(other);
      for (const each of earlier[other]!) own.add(each);
    }
    earlier.push(own);
  }
  return earlier;
}

function isOrdered(one: Turn, other: Turn): boolean {
  return isCause(one, other) || areDependent(one.touches, other.touches);
}

/** What a turn asks of the outside is answered after it, its effect comes before its answer. */
function isCause(one: Turn, { source }: Turn): boolean {
  return one.source === source || source.startsWith(`${one.label}/`);
}

function isRace(
  turns: readonly Turn[],
  earlier: readonly ReadonlySet<number>[],
  first: number,
  second: number,
): boolean {
  if (isCause(turns[first]!, turns[second]!) || !areDependent(turns[first]!.touches, turns[second]!.touches))
    return false;
  for (let between = first + 1; between < second; between++)
    if (earlier[between]!.has(first) && earlier[second]!.has(between)) return false;
  return true;
}

function initialsOf(
  turns: readonly Turn[],
  earlier: readonly ReadonlySet<number>[],
  first: number,
  second: number,
): string[] {
  const moved: number[] = [];
  for (let index = first + 1; index < second; index++) if (!earlier[index]!.has(first)) moved.push(index);
  moved.push(second);
  return moved
    .filter((index) => !moved.some((other) => other < index && earlier[index]!.has(other)))
    .map((index) => turns[index]!.label);
}
