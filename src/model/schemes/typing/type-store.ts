// Intersection types, hash-consed. A type says: given arguments that have all types of the listed sets, the result has
// the base type. Base types are numbers of a domain (states of an automaton, or effects of a thread).

import { Interner } from '../../../base/interner.js';

export interface IntersectionType {
  /** One set of type numbers per argument, each ascending. */
  readonly args: readonly (readonly number[])[];
  readonly base: number;
}

export class TypeStore {
  readonly #types = new Interner<IntersectionType>(keyOf);
  readonly #all = this.#types.values();
  /** Per type: the answers to whether it is a subtype of others. */
  readonly #subtypes: (Map<number, boolean> | undefined)[] = [];
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
    return this.#all[id]!;
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
    const left = this.#all[a]!;
    const right = this.#all[b]!;
    if (left.base !== right.base && !this.atLeast(left.base, right.base)) return false;
    if (left.args.length !== right.args.length) return false;
    if (left.args.length === 0) return true;
    let answers = this.#subtypes[a];
    if (!answers) this.#subtypes[a] = answers = new Map();
    const known = answers.get(b);
    if (known !== undefined) return known;
    const answer = this.#needsNoMore(left, right);
    answers.set(b, answer);
    return answer;
  }

  /** Is everything that `a` needs of its arguments given by what `b` needs of them? */
  #needsNoMore(a: IntersectionType, b: IntersectionType): boolean {
    for (let i = 0; i < a.args.length; i++) {
      const given = b.args[i]!;
      for (const needed of a.args[i]!) if (!this.hasSubtype(given, needed)) return false;
    }
    return true;
  }

  /** Is one of the types a subtype of `type`? */
  hasSubtype(types: readonly number[], type: number): boolean {
    for (let i = 0; i < types.length; i++) if (this.isSubtype(types[i]!, type)) return true;
    return false;
  }
}

function keyOf({ args, base }: IntersectionType): string {
  let key = `${base}`;
  for (const set of args) key += `>${set.join()}`;
  return key;
}

/** Adds a type unless a stronger one is there; drops the weaker ones. True when it was added. */
export function addStrongest(store: TypeStore, types: number[], type: number): boolean {
  if (store.hasSubtype(types, type)) return false;
  const kept = types.filter((other) => !store.isSubtype(type, other));
  types.splice(0, types.length, ...kept, type);
  return true;
}
