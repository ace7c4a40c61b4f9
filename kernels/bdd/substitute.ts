// Replacing variables by variables (rename, by the chosen renaming) and by constants (restrict). Same five steps as apply.ts.
// A renaming is simultaneous and need not be injective or keep the order. Where the new variable lies above both renamed
// children (always, for renamings that keep the order of the support) a node is made directly; elsewhere the two are joined
// by if-then-else, which finds the right place. The test is local, so one routine serves both cases.

import { highOf, ite, levelOf, lowOf } from './apply';
import { literal, make } from './node-table';
import { chosenTag, imageOf, lastLevel } from './operands';
import { hashOf, lookUp, remember } from './operation-cache';
import { FALSE, MISS, TRUE } from './words';

const RESTRICT: i32 = ~2;

export function rename(f: i32): i32 {
  // 1. Terminal cases. The sign moves to the result.
  const level = levelOf(f);
  if (level > lastLevel()) return f;
  const sign = f & 1;
  const regular = f ^ sign;
  // 2. Cache.
  const third = chosenTag();
  const hash = hashOf(regular, FALSE, third);
  const known = lookUp(hash, regular, FALSE, third);
  if (known !== MISS) return known ^ sign;
  // 3. Cofactors.
  const f1 = highOf(regular);
  // 4. Recurse.
  const low = rename(lowOf(regular));
  if (low < 0) return low;
  const high = rename(f1);
  if (high < 0) return high;
  // 5. Make, directly or in the right place, and remember.
  const image = imageOf(level);
  const inOrder = image < levelOf(low) && image < levelOf(high);
  const result = inOrder ? make(image, low, high) : ite(literal(image), high, low);
  return remember(hash, regular, FALSE, third, result) ^ sign;
}

/** The cofactor of `f` for the values that `cube`, a conjunction of literals, gives to its variables. */
export function restrict(f: i32, cube: i32): i32 {
  // 1. Terminal cases, after dropping the cube's variables above f (all of them if f is a constant).
  const level = levelOf(f);
  let rest = cube;
  while (levelOf(rest) < level) rest = isPositive(rest) ? highOf(rest) : lowOf(rest);
  if (rest === TRUE) return f;
  // 2. Cache.
  const hash = hashOf(f, rest, RESTRICT);
  const known = lookUp(hash, f, rest, RESTRICT);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const fixed = levelOf(rest) === level;
  const f0 = fixed && isPositive(rest) ? highOf(f) : lowOf(f);
  const f1 = highOf(f);
  // 4. Recurse: into one cofactor where the cube fixes the variable.
  const low = restrict(f0, rest);
  if (low < 0) return low;
  const high = fixed ? low : restrict(f1, rest);
  if (high < 0) return high;
  // 5. Make (or keep the one cofactor) and remember.
  return remember(hash, f, rest, RESTRICT, make(level, low, high));
}

/** Does the cube's first literal ask for value 1? */
function isPositive(cube: i32): bool {
  return lowOf(cube) === FALSE;
}
