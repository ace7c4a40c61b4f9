// Recursion as deep as memory allows: a recursive function is a generator that yields the calls it makes, and the open
// calls are kept on an array instead of the engine's call stack (a trampoline). Used where input nests: blocks in blocks.

/** A call that may make further calls by `yield* call(…)`, or by plain `yield` when their result is not needed. */
export interface Recursion<T> extends Generator<Recursion<void>, T, void> {}

export function* call<T>(inner: Recursion<T>): Recursion<T> {
  const result: T[] = [];
  yield deliver(inner, result);
  return result[0]!;
}

function* deliver<T>(inner: Recursion<T>, into: T[]): Recursion<void> {
  into.push(yield* inner);
}

export function runRecursion<T>(outermost: Recursion<T>): T {
  const result: T[] = [];
  const open = [deliver(outermost, result)];
  for (let current = open.at(-1); current; current = open.at(-1)) {
    const { done, value } = current.next();
    if (done) open.pop();
    else open.push(value);
  }
  return result[0]!;
}
