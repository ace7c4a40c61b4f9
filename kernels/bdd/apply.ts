// Conjunction, exclusive or and if-then-else; negation and the other connectives follow by flipping signs.
// Every operator goes through the same five steps (Bryant 1986, section 4.3): (1) terminal cases, (2) look in the cache,
// (3) cofactors by the topmost variable, (4) recurse, (5) make the node and remember it. A failure of a recursive call is
// returned at once: nothing was remembered for it, so going on would repeat work without end.
// Complexity: at most |f| * |g| (* |h|) steps with a perfect cache; recursion depth = number of variables.

import { make, recordOf } from './node-table';
import { hashOf, lookUp, remember } from './operation-cache';
import { FALSE, MISS, TRUE } from './words';

const AND: i32 = ~0;
const XOR: i32 = ~1;

export function levelOf(f: i32): i32 {
  return load<i32>(recordOf(f));
}

/** The function at the low child; `f` must not be a constant. */
export function lowOf(f: i32): i32 {
  return load<i32>(recordOf(f), 4) ^ (f & 1);
}

export function highOf(f: i32): i32 {
  return load<i32>(recordOf(f), 8) ^ (f & 1);
}

/** The cofactor of `f` for value 0 of the variable at `level`, which is not below the level of `f`. */
export function lowAt(f: i32, level: i32): i32 {
  return levelOf(f) === level ? lowOf(f) : f;
}

export function highAt(f: i32, level: i32): i32 {
  return levelOf(f) === level ? highOf(f) : f;
}

export function and(left: i32, right: i32): i32 {
  // 1. Terminal cases. Conjunction commutes: the smaller edge comes first, so one test finds both constants.
  const f = min(left, right);
  const g = max(left, right);
  if (f <= TRUE) return f === TRUE ? g : FALSE;
  if ((f ^ g) <= 1) return f === g ? f : FALSE;
  // 2. Cache.
  const hash = hashOf(f, g, AND);
  const known = lookUp(hash, f, g, AND);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const level = min(levelOf(f), levelOf(g));
  const f1 = highAt(f, level);
  const g1 = highAt(g, level);
  // 4. Recurse.
  const low = and(lowAt(f, level), lowAt(g, level));
  if (low < 0) return low;
  const high = and(f1, g1);
  if (high < 0) return high;
  // 5. Make and remember.
  return remember(hash, f, g, AND, make(level, low, high));
}

export function or(f: i32, g: i32): i32 {
  return and(f ^ 1, g ^ 1) ^ 1;
}

export function xor(left: i32, right: i32): i32 {
  // 1. Terminal cases. Signs move to the result: xor(¬f, g) = ¬xor(f, g).
  const sign = (left ^ right) & 1;
  const f = min(left, right) & -2;
  const g = max(left, right) & -2;
  if (f === g) return sign;
  if (f === FALSE) return g ^ sign;
  // 2. Cache.
  const hash = hashOf(f, g, XOR);
  const known = lookUp(hash, f, g, XOR);
  if (known !== MISS) return known ^ sign;
  // 3. Cofactors.
  const level = min(levelOf(f), levelOf(g));
  const f1 = highAt(f, level);
  const g1 = highAt(g, level);
  // 4. Recurse.
  const low = xor(lowAt(f, level), lowAt(g, level));
  if (low < 0) return low;
  const high = xor(f1, g1);
  if (high < 0) return high;
  // 5. Make and remember.
  return remember(hash, f, g, XOR, make(level, low, high)) ^ sign;
}

/** If `condition` then `whenTrue` else `whenFalse`. */
export function ite(condition: i32, whenTrue: i32, whenFalse: i32): i32 {
  // 1. Terminal cases, on the equivalent triple whose first two operands carry no sign.
  const f = condition & -2;
  const g = condition === f ? whenTrue : whenFalse;
  const h = condition === f ? whenFalse : whenTrue;
  if (f === FALSE || g === h) return h;
  if (g === (h ^ 1)) return xor(f, h);
  if (g <= TRUE || (f ^ g) <= 1) return g === TRUE || g === f ? or(f, h) : and(f ^ 1, h);
  if (h <= TRUE || (f ^ h) <= 1) return h === FALSE || h === f ? and(f, g) : and(f, g ^ 1) ^ 1;
  const sign = g & 1;
  return iteRegular(f, g ^ sign, h ^ sign) ^ sign;
}

function iteRegular(f: i32, g: i32, h: i32): i32 {
  // 2. Cache.
  const hash = hashOf(f, g, h);
  const known = lookUp(hash, f, g, h);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const level = min(levelOf(f), min(levelOf(g), levelOf(h)));
  const f1 = highAt(f, level);
  const g1 = highAt(g, level);
  const h1 = highAt(h, level);
  // 4. Recurse.
  const low = ite(lowAt(f, level), lowAt(g, level), lowAt(h, level));
  if (low < 0) return low;
  const high = ite(f1, g1, h1);
  if (high < 0) return high;
  // 5. Make and remember.
  return remember(hash, f, g, h, make(level, low, high));
}
