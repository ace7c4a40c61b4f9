// The order under which a certificate must be closed, written for the checker alone and on plain lists of locks: `a`
// covers `b` if whatever is compatible with b, now or after both have been extended at an open end in the same way, is
// compatible with a. I = initially held, F = finally held (docs/theory/atomicity.md, step 4).

import type { PlainHistory } from '../../logic/lock-history/history-table.js';

export function historyCovers(a: PlainHistory, b: PlainHistory, openLeft: boolean, openRight: boolean): boolean {
  const I = [...b.R, ...b.HT];
  const F = [...b.A, ...b.HT];
  const used = [...a.A, ...a.U];
  return (
    within([...a.R, ...a.HT], I) &&
    within([...a.A, ...a.HT], F) &&
    within(a.HT, b.HT) &&
    (!openLeft || within(b.HT, a.HT)) &&
    within(used, [...b.A, ...b.U, ...F, ...(openLeft ? [] : I)]) &&
    (!openRight || within(a.U, openLeft ? b.U : [...b.U, ...I])) &&
    a.A.every((i) => b.HT.includes(i) || within(a.AH[i]!, openRight ? b.AH[i]! : [...b.AH[i]!, ...F])) &&
    a.R.every((i) => b.HT.includes(i) || within(a.RH[i]!, openLeft ? b.RH[i]! : [...b.RH[i]!, ...I]))
  );
}

/** Only the first component can be open to the left and only the last to the right. */
export function tupleCovers(
  a: readonly PlainHistory[],
  b: readonly PlainHistory[],
  openLeft: boolean,
  openRight: boolean,
): boolean {
  if (a.length !== b.length) return false;
  return a.every((history, i) => historyCovers(history, b[i]!, openLeft && i === 0, openRight && i === a.length - 1));
}

function within(some: readonly number[], all: readonly number[]): boolean {
  return some.every((lock) => all.includes(lock));
}
