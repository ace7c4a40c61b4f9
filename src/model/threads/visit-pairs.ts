// How programs unfold to diagrams: every shared state with every local state, those included that are found on the way.
// Which pairs can occur together is for the engine to say; here each is looked at exactly once.

/** Yields after each row of pairs how many there were. */
export function* visitPairs(
  sharedCount: () => number,
  localCount: () => number,
  visit: (shared: number, local: number) => void,
): Generator<number, void, void> {
  for (let shared = 0, local = 0; shared < sharedCount() || local < localCount(); ) {
    if (shared < sharedCount()) {
      for (let l = 0; l < local; l++) visit(shared, l);
      shared++;
      yield 1 + local;
    } else {
      for (let s = 0; s < shared; s++) visit(s, local);
      local++;
      yield 1 + shared;
    }
  }
}
