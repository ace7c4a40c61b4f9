// Operands that are no edges: sets of variables to quantify and renamings. A `Bdd` interns them: equal ones are the same
// object and share cached results by their tag, the negative word that names operator and operand in the kernel's cache.
// Tags 0 to 2 without an operand are those of and, xor and restrict (kernels/bdd).

/** Of `exists` too: see kernels/bdd/quantify.ts. */
const AND_EXISTS = 3;
const RENAME = 4;

function tagOf(operator: number, operand: number): number {
  return ~(operand * 8 + operator);
}

/** Variables to quantify. */
export class VariableSet {
  /** 1 at every level in the set. */
  readonly members: Uint8Array;
  /** Lowest quantified variable; -1 in the empty set. */
  readonly last: number;
  readonly tag: number;

  constructor(
    readonly variables: readonly number[],
    variableCount: number,
    id: number,
  ) {
    this.members = new Uint8Array(variableCount);
    for (const variable of variables) this.members[variable] = 1;
    this.last = variables.at(-1) ?? -1;
    this.tag = tagOf(AND_EXISTS, id);
  }
}

/** A substitution of variables by variables. */
export class Renaming {
  readonly tag: number;
  /** Highest-numbered variable that changes: functions that start below it stay as they are; -1 for the identity. */
  readonly last: number;

  constructor(
    /** The new variable of every variable. */
    readonly images: Int32Array,
    id: number,
  ) {
    this.tag = tagOf(RENAME, id);
    this.last = images.findLastIndex((image, variable) => image !== variable);
  }
}
