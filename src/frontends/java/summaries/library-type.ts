// Library types as data: what each method does to the content of its object, and who protects it. The format is
// described in docs/formats/java-summaries.md; adding a type is adding an entry to one of the tables in this folder.

export interface LibraryType {
  readonly name: string;
  readonly extends?: string;
  /**
   * Who makes one call atomic: nobody (`none`), the object's own monitor (`self`), the object inside (`atomic`);
   * `immutable` has no state to speak of, `private` belongs to one thread.
   */
  readonly policy?: 'none' | 'self' | 'atomic' | 'immutable' | 'private';
  readonly iteration?: 'fail-fast' | 'weak' | 'snapshot';
  readonly methods?: Readonly<Record<string, string>>;
}

export interface MethodEffect {
  readonly reads: boolean;
  readonly writes: boolean;
  /** Tests and writes in one step: what was read before is validated here. */
  readonly tests: boolean;
  /** Also reads if the caller uses the result. */
  readonly readsForResult: boolean;
  /** An update whose order with others does not matter while nobody looks at the result. */
  readonly commutes: boolean;
  /** The result is an object inside of this one. */
  readonly element: boolean;
  /** The result is the same content under another name. */
  readonly view: boolean;
  /** The result is an iterator or stream over the content. */
  readonly iterator: boolean;
  readonly lambda: 'inside' | 'after' | 'async' | undefined;
  readonly blocks: boolean;
  /** Not in the summary: taken as reading and writing, and listed. */
  readonly isGuess: boolean;
}

export function readEffect(text: string): MethodEffect {
  const words = new Set(text.split(/\s+/));
  const lambda = (['inside', 'after', 'async'] as const).find((mode) => words.has(`lambda:${mode}`));
  return {
    reads: words.has('r') || words.has('iterator'),
    writes: words.has('w') || words.has('c'),
    tests: words.has('c'),
    readsForResult: words.has('result:r'),
    commutes: words.has('commutes'),
    element: words.has('element'),
    view: words.has('view'),
    iterator: words.has('iterator'),
    lambda,
    blocks: words.has('blocks'),
    isGuess: words.has('guess'),
  };
}
