// What orders two accesses, one rule at a time: the optimal search finds the races that full exploration finds.

import { describe, expect, it } from 'vitest';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { inOneOrder, orders } from '../testing/race-orders.js';
import { idsOf, searchFully, searchOptimally } from '../testing/search-with.js';

const races = (text: string) => {
  const program = programOf(text);
  const found = idsOf(searchOptimally(program)).filter((id) => id.startsWith('race'));
  expect(found).toEqual(idsOf(searchFully(program, 10_000)!).filter((id) => id.startsWith('race')));
  return found;
};

describe.each(orders)('$name', ({ ordered, racing }) => {
  it('orders what comes before it and what comes after it', () => {
    expect(races(ordered)).toEqual([]);
  });

  it('orders nothing else', () => {
    expect(races(racing)).toHaveLength(1);
  });
});

it.each(inOneOrder)('$name: a race that shows in one order only', ({ text, found }) => {
  expect(races(text)).toEqual(found);
});
