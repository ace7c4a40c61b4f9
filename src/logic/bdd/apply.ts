// Conjunction, exclusive or and if-then-else; negation and the other connectives follow by flipping signs.
// Every operator goes through the same five steps (Bryant 1986, section 4.3): (1) terminal cases, (2) look in the cache,
// (3) cofactors by the topmost variable, (4) recurse, (5) make the node and remember it. A failure of a recursive call
// is returned at once: nothing was remembered for it, so going on would repeat work without end.
// Complexity: at most |f| * |g| (* |h|) steps with a perfect cache; recursion depth = number of variables.

import { type Edge, FALSE, MISS, TRUE } from './edge.js';
import type { NodeTable } from './node-table.js';
import { Operator, tagOf } from './operation-cache.js';

const AND = tagOf(Operator.and);
const XOR = tagOf(Operator.xor);

export function and(nodes: NodeTable, left: Edge, right: Edge): Edge {
  // 1. Terminal cases. Conjunction commutes: the smaller edge comes first, so one test finds both constants.
  const f = left < right ? left : right;
  const g = left < right ? right : left;
  if (f <= TRUE) return f === TRUE ? g : FALSE;
  if ((f ^ g) <= 1) return f === g ? f : FALSE;
  // 2. Cache.
  const known = nodes.cache.lookup(f, g, AND);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const level = Math.min(nodes.level(f), nodes.level(g));
  const f1 = nodes.highAt(f, level);
  const g1 = nodes.highAt(g, level);
  // 4. Recurse.
  const low = and(nodes, nodes.lowAt(f, level), nodes.lowAt(g, level));
  if (low < 0) return low;
  const high = and(nodes, f1, g1);
  if (high < 0) return high;
  // 5. Make and remember.
  return nodes.cache.store(f, g, AND, nodes.make(level, low, high));
}

export function or(nodes: NodeTable, f: Edge, g: Edge): Edge {
  return and(nodes, f ^ 1, g ^ 1) ^ 1;
}

export function xor(nodes: NodeTable, left: Edge, right: Edge): Edge {
  // 1. Terminal cases. Signs move to the result: xor(¬f, g) = ¬xor(f, g).
  const sign = (left ^ right) & 1;
  const f = (left < right ? left : right) & -2;
  const g = (left < right ? right : left) & -2;
  if (f === g) return sign;
  if (f === FALSE) return g ^ sign;
  // 2. Cache.
  const known = nodes.cache.lookup(f, g, XOR);
  if (known !== MISS) return known ^ sign;
  // 3. Cofactors.
  const level = Math.min(nodes.level(f), nodes.level(g));
  const f1 = nodes.highAt(f, level);
  const g1 = nodes.highAt(g, level);
  // 4. Recurse.
  const low = xor(nodes, nodes.lowAt(f, level), nodes.lowAt(g, level));
  if (low < 0) return low;
  const high = xor(nodes, f1, g1);
  if (high < 0) return high;
  // 5. Make and remember.
  return nodes.cache.store(f, g, XOR, nodes.make(level, low, high)) ^ sign;
}

/** If `condition` then `whenTrue` else `whenFalse`. */
export function ite(nodes: NodeTable, condition: Edge, whenTrue: Edge, whenFalse: Edge): Edge {
  // 1. Terminal cases, on the equivalent triple whose first two operands carry no sign.
  const f = condition & -2;
  const g = condition === f ? whenTrue : whenFalse;
  const h = condition === f ? whenFalse : whenTrue;
  if (f === FALSE || g === h) return h;
  if (g === (h ^ 1)) return xor(nodes, f, h);
  if (g <= TRUE || (f ^ g) <= 1) return g === TRUE || g === f ? or(nodes, f, h) : and(nodes, f ^ 1, h);
  if (h <= TRUE || (f ^ h) <= 1) return h === FALSE || h === f ? and(nodes, f, g) : and(nodes, f, g ^ 1) ^ 1;
  const sign = g & 1;
  return iteRegular(nodes, f, g ^ sign, h ^ sign) ^ sign;
}

function iteRegular(nodes: NodeTable, f: Edge, g: Edge, h: Edge): Edge {
  // 2. Cache.
  const known = nodes.cache.lookup(f, g, h);
  if (known !== MISS) return known;
  // 3. Cofactors.
  const level = Math.min(nodes.level(f), nodes.level(g), nodes.level(h));
  const f1 = nodes.highAt(f, level);
  const g1 = nodes.highAt(g, level);
  const h1 = nodes.highAt(h, level);
  // 4. Recurse.
  const low = ite(nodes, nodes.lowAt(f, level), nodes.lowAt(g, level), nodes.lowAt(h, level));
  if (low < 0) return low;
  const high = ite(nodes, f1, g1, h1);
  if (high < 0) return high;
  // 5. Make and remember.
  return nodes.cache.store(f, g, h, nodes.make(level, low, high));
}
