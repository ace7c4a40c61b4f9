// Immutable sets of small integers as bit masks: plain numbers up to 31 elements (`Mask`), bigint beyond (`BitSet`).
// `BitSet` values are canonical, so `===` is set equality and they serve as map keys.

export type BitSet = bigint;

export const emptySet: BitSet = 0n;

export function singleton(element: number): BitSet {
  return 1n << BigInt(element);
}

export function setOf(elements: Iterable<number>): BitSet {
  let set = emptySet;
  for (const element of elements) set |= singleton(element);
  return set;
}

export function has(set: BitSet, element: number): boolean {
  return ((set >> BigInt(element)) & 1n) === 1n;
}

export function isSubset(a: BitSet, b: BitSet): boolean {
  return (a & ~b) === 0n;
}

export function elementsOf(set: BitSet): number[] {
  const elements: number[] = [];
  for (let rest = set, i = 0; rest !== 0n; rest >>= 1n, i++) if (rest & 1n) elements.push(i);
  return elements;
}

/** A set of integers below 31 in one number. */
export type Mask = number;

export function maskElements(mask: Mask): number[] {
  const elements: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) elements.push(31 - Math.clz32(rest & -rest));
  return elements;
}

export function maskSize(mask: Mask): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
