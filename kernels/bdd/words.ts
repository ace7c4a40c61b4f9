// The words of the kernel, as in src/logic/bdd/edge.ts: an edge is `node * 2 + sign`, negative edges are failures.

export const FALSE: i32 = 0;
export const TRUE: i32 = 1;
export const OUT_OF_NODES: i32 = -2;
export const OUT_OF_STEPS: i32 = -4;
/** What the cache answers when it knows nothing. Never leaves the kernel. */
export const MISS: i32 = -6;

/** Level of the leaf: below every variable. Its bit 30 is set, so a leaf always counts as marked. */
export const LEAF_LEVEL: i32 = 0x7fffffff;
/** Level of a free node: no variable, and not marked. */
export const FREE_LEVEL: i32 = 0x3fffffff;
export const MARK: i32 = 0x40000000;

/** Multiplicative hashing: the upper bits of a sum of products with odd constants. */
export function mixed(a: i32, b: i32, c: i32): u32 {
  return <u32>(a * <i32>0x9e3779b1 + b * <i32>0x85ebca77 + c * <i32>0xc2b2ae3d);
}
