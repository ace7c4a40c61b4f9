// Intersection types, hash-consed. A type says: given arguments that have all types of the listed sets, the result has
// the base type. Base types are numbers of a domain (states of an automaton, or effects of a thread).

import { Interner } from '../../../base/interner.js';

export interface IntersectionType {
  /** One set of type numbers per argument, each ascending. */
  readonly args: readonly (readonly number[])[];
  readonly base: number;
}

export class TypeStore {
  readonly #types = new Interner<IntersectionType>(
    ({ args, base }) => `${base}${args.map((set) => `>${set.join()}`).join('')}`,
  );
  readonly #subtypes = new Map<number, boolean>();
  readonly #rests = new Map<number, number>();

  /** `atLeast`: may a value of base type a stand where b is asked for? */
  constructor(readonly atLeast: (a: number, b: number) => boolean) {}

  intern(type: IntersectionType): number {
    return this.#types.intern(type);
  }

  base(base: number): number {
    return this.intern({ args: [], base });
  }

  get(id: number): IntersectionType {
    return this.#types.value(id);
  }

  /** The type of a term of this type after `count` arguments. */
  rest(id: number, count: number): number {
    if (count === 0) return id;
    const key = id * 256 + count;
    const known = this.#rests.get(key);
    if (known !== undefined) return known;
    const { args, base } = this.get(id);
    const rest = this.intern({ args: args.slice(count), base });
    this.#rests.set(key, rest);
    return rest;
  }

  /** May a term of type `a` stand where `b` is asked for? Recursion is as deep as the sorts are. */
  isSubtype(a: number, b: number): boolean {
    if (a === b) return true;
    const key = a * 2 ** 26 + b;
    const known = this.#subtypes.get(key);
    if (known !== undefined) return known;
    const answer = this.#compare(this.get(a), this.get(b));
    this.#subtypes.set(key, answer);
    return answer;
  }

  #compare(a: IntersectionType, b: IntersectionType): boolean {
    if (a.args.length !== b.args.length || !this.atLeast(a.base, b.base)) return false;
    return a.args.every((needed, i) => needed.every((type) => b.args[i]!.some((given) => this.isSubtype(given, type))));
  }
}

/** Adds a type unless a stronger one is there; drops the weaker ones. True when it was added. */
export function addStrongest(store: TypeStore, types: number[], type: number): boolean {
  if (types.some((other) => store.isSubtype(other, type))) return false;
  const kept = types.filter((other) => !store.isSubtype(type, other));
  types.splice(0, types.length, ...kept, type);
  return true;
}
