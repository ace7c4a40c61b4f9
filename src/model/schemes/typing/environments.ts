// Candidate types for the variables of each rule: one environment gives a set of types per variable, jointly. Terms that
// are passed under different environments keep apart, since a mixture of their types belongs to no actual argument and
// numbers of types would explode. Only largest environments are kept: a smaller one allows nothing that they do not.

export type Environment = readonly (readonly number[])[];

/** Beyond this many, the environments of a rule are merged into one: more candidates, never fewer. */
const maximalEnvironments = 200;

export class Environments {
  #items: Environment[] = [];

  get items(): readonly Environment[] {
    return this.#items;
  }

  /** True when the environment allows something new. */
  add(environment: Environment): boolean {
    if (this.#items.some((other) => isWithin(environment, other))) return false;
    this.#items = this.#items.filter((other) => !isWithin(other, environment));
    this.#items.push(environment);
    if (this.#items.length > maximalEnvironments) this.#items = [this.#items.reduce(merge)];
    return true;
  }
}

function isWithin(small: Environment, large: Environment): boolean {
  return small.every((set, i) => isSubset(set, large[i]!));
}

/** Both ascending. */
function isSubset(small: readonly number[], large: readonly number[]): boolean {
  let at = 0;
  for (const type of small) {
    while (at < large.length && large[at]! < type) at++;
    if (large[at] !== type) return false;
  }
  return true;
}

function merge(a: Environment, b: Environment): Environment {
  return a.map((set, i) => [...new Set([...set, ...b[i]!])].sort((x, y) => x - y));
}

/** Every way to choose one item from each list. */
export function choices<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((tuples, list) => tuples.flatMap((tuple) => list.map((item) => [...tuple, item])), [[]]);
}
