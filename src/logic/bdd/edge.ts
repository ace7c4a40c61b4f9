// A Boolean function is an edge: a node number and a sign, packed as `node * 2 + sign`; sign 1 negates the function.
// Node 0 is the only leaf, the constant false, so the two constants are the edges 0 and 1 and negation flips one bit
// (complement edges: Brace, Rudell, Bryant, DAC 1990). Functions over the same manager are equal iff their edges are.
// Negative numbers are failures as values: every operator passes them on, whatever their sign bit has become.
// The kernel has the same words in kernels/bdd/words.ts.

/** A Boolean function of a `Bdd`, or one of the failures below: test with `isFailure`. */
export type Edge = number;

export const FALSE: Edge = 0;
export const TRUE: Edge = 1;

/** The node limit was reached: collect garbage and try again, or give up. */
export const OUT_OF_NODES: Edge = -2;

/** One operation took more recursive steps than the step limit. */
export const OUT_OF_STEPS: Edge = -4;

export function isFailure(f: Edge): boolean {
  return f < 0;
}

/** Level of the leaf: below every variable. */
export const LEAF_LEVEL = 0x7fffffff;

/**
 * Operators recurse once per level, so the number of variables bounds the depth of the call stack: about 200 bytes per
 * level, half a megabyte at this limit, in a stack of about one megabyte.
 */
export const MAX_VARIABLES = 2500;
