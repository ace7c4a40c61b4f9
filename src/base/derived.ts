// What follows from an object that never changes is computed once and kept with the object, for as long as it lives. Sources
// keep nothing beside objects in any other way (test/import-table.test.ts): a memo that is written here is known to be
// by identity, so a copy of the object derives anew, and a job leaves nothing behind.

export function derived<S extends object, T>(compute: (subject: S) => T): (subject: S) => T {
  const kept = new WeakMap<S, { readonly value: T }>();
  return (subject) => {
    const known = kept.get(subject);
    if (known) return known.value;
    const value = compute(subject);
    kept.set(subject, { value });
    return value;
  };
}

/** The same for answers that depend on more than the object; equal keys must mean equal answers. */
export function derivedBy<S extends object, A extends readonly unknown[], T>(
  keyOf: (...rest: A) => string,
  compute: (subject: S, ...rest: A) => T,
): (subject: S, ...rest: A) => T {
  const tableOf = derived((_: S) => new Map<string, { readonly value: T }>());
  return (subject, ...rest) => {
    const table = tableOf(subject);
    const key = keyOf(...rest);
    const known = table.get(key) ?? { value: compute(subject, ...rest) };
    table.set(key, known);
    return known.value;
  };
}

/** A derived object of the same kind that is its own: deriving again changes nothing. */
export function projection<S extends object>(project: (subject: S) => S): (subject: S) => S {
  const images = new WeakSet<S>();
  return derived((subject) => {
    if (images.has(subject)) return subject;
    const image = project(subject);
    images.add(image);
    return image;
  });
}
