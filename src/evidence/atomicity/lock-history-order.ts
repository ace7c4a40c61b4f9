// The order under which a certificate must be closed, written for the checker alone and on plain lists of locks: `a`
// covers `b` if whatever is compatible with b, now or after both have been extended at an open end in the same way, is
// compatible with a. I = initially held, F = finally held (docs/theory/atomicity.md, step 4).

import type { PlainHistory } from '../../logic/lock-history/history-table.js';

/** Where the two histories stand. */
export interface HistoryEnds {
  readonly openLeft: boolean;
  readonly openRight: boolean;
  /** They begin with the first phase, when nobody holds a lock: what is used and given back does not matter. */
  readonly isFresh: boolean;
}

export function historyCovers(
  a: PlainHistory,
  b: PlainHistory,
  { openLeft, openRight, isFresh }: HistoryEnds,
): boolean {
  const I = [...b.R, ...b.HT];
  const F = [...b.A, ...b.HT];
  const used = [...a.A, ...a.U];
  return (
    within([...a.R, ...a.HT], I) &&
    within([...a.A, ...a.HT], F) &&
    within(a.HT, b.HT) &&
    (!openLeft || within(b.HT, a.HT)) &&
    (isFresh || within(used, [...b.A, ...b.U, ...F, ...(openLeft ? [] : I)])) &&
    (isFresh || !openRight || within(a.U, openLeft ? b.U : [...b.U, ...I])) &&
    a.A.every((i) => b.HT.includes(i) || within(a.AH[i]!, openRight ? b.AH[i]! : [...b.AH[i]!, ...F])) &&
    a.R.every((i) => b.HT.includes(i) || within(a.RH[i]!, openLeft ? b.RH[i]! : [...b.RH[i]!, ...I]))
  );
}

/** Only the first component can be open to the left, or fresh, and only the last open to the right. */
export function tupleCovers(a: readonly PlainHistory[], b: readonly PlainHistory[], ends: HistoryEnds): boolean {
  if (a.length !== b.length) return false;
  return a.every((history, i) =>
    historyCovers(history, b[i]!, {
      openLeft: ends.openLeft && i === 0,
      openRight: ends.openRight && i === a.length - 1,
      isFresh: ends.isFresh && i === 0,
    }),
  );
}

function within(some: readonly number[], all: readonly number[]): boolean {
  return some.every((lock) => all.includes(lock));
}
