// Nested words: words whose positions say whether they are internal, a call or a return (004, section 3.3). The tags
// determine the nesting relation: a return matches the last call that is still open. Calls may stay open (a run that is
// inside a procedure), and a return may have no call (a run that leaves the procedure it started in).

export interface Position {
  readonly kind: 'internal' | 'call' | 'return';
  readonly symbol: number;
}

export type NestedWord = readonly Position[];

/** The nesting relation, positions counted from 1 as in the paper; an open call is matched with Infinity. */
export function nestingOf(word: NestedWord): [call: number, ret: number][] {
  const open: number[] = [];
  const edges = new Map<number, number>();
  word.forEach(({ kind }, i) => {
    if (kind === 'call') {
      open.push(i + 1);
      edges.set(i + 1, Number.POSITIVE_INFINITY);
    } else if (kind === 'return') {
      const call = open.pop();
      if (call !== undefined) edges.set(call, i + 1);
    }
  });
  return [...edges];
}
