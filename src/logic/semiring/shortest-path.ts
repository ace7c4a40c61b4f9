// Length of a shortest path (min, +) over the natural numbers; no path is Infinity. Bounded because lengths do not go
// below 0: negative weights are not part of the domain.

import type { Semiring } from './semiring.js';

export const shortestPath: Semiring<number> = {
  name: 'shortest-path',
  zero: Number.POSITIVE_INFINITY,
  one: 0,
  combine: (a, b) => Math.min(a, b),
  extend: (a, b) => a + b,
  equal: (a, b) => a === b,
  print: (weight) => (weight === Number.POSITIVE_INFINITY ? 'no path' : String(weight)),
};
