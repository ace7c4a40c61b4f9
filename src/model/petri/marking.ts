// Sparse vectors over places: place, count, place, count, … with ascending places and no zero counts. As a marking or a
// hurdle the counts are positive; as an effect they may be negative. Values are never changed in place.

export type Marking = readonly number[];

export const noTokens: Marking = [];

/** Readers refuse larger counts: searches add and multiply them, and must stay exact. */
export const mostTokens = 2 ** 28;

/** A number of tokens as it is written; undefined when it is too large. */
export function tokenCount(digits: string): number | undefined {
  const count = Number(digits);
  return count <= mostTokens ? count : undefined;
}

export const tooManyTokens = `more than ${mostTokens.toLocaleString('en')} tokens are not supported`;

/** From (place, count) pairs in any order; equal places add up. */
export function markingOf(pairs: Iterable<readonly [place: number, count: number]>): Marking {
  const counts = new Map<number, number>();
  for (const [place, count] of pairs) counts.set(place, (counts.get(place) ?? 0) + count);
  const places = [...counts.keys()].filter((place) => counts.get(place) !== 0).sort((a, b) => a - b);
  return places.flatMap((place) => [place, counts.get(place)!]);
}

/** One token for every element of `places`, which may repeat. */
export function tokensAt(places: readonly number[]): Marking {
  return markingOf(places.map((place) => [place, 1] as const));
}

export function pairsOf(marking: Marking): [place: number, count: number][] {
  const pairs: [number, number][] = [];
  for (let i = 0; i < marking.length; i += 2) pairs.push([marking[i]!, marking[i + 1]!]);
  return pairs;
}

export function countAt(marking: Marking, place: number): number {
  for (let i = 0; i < marking.length; i += 2)
    if (marking[i]! >= place) return marking[i] === place ? marking[i + 1]! : 0;
  return 0;
}

export function sumOf(marking: Marking): number {
  let sum = 0;
  for (let i = 1; i < marking.length; i += 2) sum += marking[i]!;
  return sum;
}

/** Bit p mod 31 for every marked place: `covers(b, a)` implies that a's signature is within b's. */
export function signatureOf(marking: Marking): number {
  let signature = 0;
  for (let i = 0; i < marking.length; i += 2) signature |= 1 << (marking[i]! % 31);
  return signature;
}

/** `large` has at least the tokens of `small`. */
export function covers(large: Marking, small: Marking): boolean {
  let j = 0;
  for (let i = 0; i < small.length; i += 2) {
    const place = small[i]!;
    while (j < large.length && large[j]! < place) j += 2;
    if (j >= large.length || large[j] !== place || large[j + 1]! < small[i + 1]!) return false;
    j += 2;
  }
  return true;
}

/** a + b, zero counts dropped; entries may be negative. */
export function plus(a: Marking, b: Marking): Marking {
  if (b.length === 0) return a;
  const result: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const p = i < a.length ? a[i]! : Number.POSITIVE_INFINITY;
    const q = j < b.length ? b[j]! : Number.POSITIVE_INFINITY;
    const count = (p <= q ? a[i + 1]! : 0) + (q <= p ? b[j + 1]! : 0);
    if (count !== 0) result.push(Math.min(p, q), count);
    if (p <= q) i += 2;
    if (q <= p) j += 2;
  }
  return result;
}

export function negated(a: Marking): Marking {
  return a.map((value, i) => (i % 2 === 0 ? value : -value));
}

/** The cover preimage of `marking` over a transition: max(hurdle, marking - effect), the least marking that fires into it. */
export function coverPreimage(hurdle: Marking, marking: Marking, effect: Marking): Marking {
  const before = effect.length === 0 ? marking : plus(marking, negated(effect));
  return atLeast(before, hurdle);
}

/** The maximum of `marking`, whose negative entries count as zero, and `floor`. */
function atLeast(marking: Marking, floor: Marking): Marking {
  const result: number[] = [];
  let i = 0;
  let j = 0;
  while (i < marking.length || j < floor.length) {
    const p = i < marking.length ? marking[i]! : Number.POSITIVE_INFINITY;
    const q = j < floor.length ? floor[j]! : Number.POSITIVE_INFINITY;
    const count = Math.max(p <= q ? marking[i + 1]! : 0, q <= p ? floor[j + 1]! : 0);
    if (count > 0) result.push(Math.min(p, q), count);
    if (p <= q) i += 2;
    if (q <= p) j += 2;
  }
  return result;
}

/** The marking over other place numbers; places that `rename` maps to -1 are dropped. `rename` must be monotone. */
export function renamed(marking: Marking, rename: Int32Array): Marking {
  const result: number[] = [];
  for (let i = 0; i < marking.length; i += 2) {
    const place = rename[marking[i]!]!;
    if (place >= 0) result.push(place, marking[i + 1]!);
  }
  return result;
}

/** Without the places that are flagged. */
export function without(marking: Marking, flagged: Uint8Array): Marking {
  let hit = false;
  for (let i = 0; i < marking.length; i += 2) if (flagged[marking[i]!]) hit = true;
  if (!hit) return marking;
  const result: number[] = [];
  for (let i = 0; i < marking.length; i += 2) if (!flagged[marking[i]!]) result.push(marking[i]!, marking[i + 1]!);
  return result;
}

export function sameMarking(a: Marking, b: Marking): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
