// The two-element domain: is there a path at all?

import type { Semiring } from './semiring.js';

export const reachability: Semiring<boolean> = {
  name: 'reachability',
  zero: false,
  one: true,
  combine: (a, b) => a || b,
  extend: (a, b) => a && b,
  equal: (a, b) => a === b,
  print: (weight) => (weight ? 'reachable' : 'unreachable'),
};
