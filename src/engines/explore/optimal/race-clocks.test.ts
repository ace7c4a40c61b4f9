// What orders two accesses, one rule at a time: the optimal search finds the races that full exploration finds.

import { describe, expect, it } from 'vitest';
import { programOf } from '../../../frontends/eml/testing/program-of.js';
import { idsOf, searchFully, searchOptimally } from '../testing/search-with.js';

const main = (body: string) => `process M { main { ${body} } }`;

/** Of each rule a program that it orders, and one that it does not. */
const rules: readonly { readonly name: string; readonly ordered: string; readonly racing: string }[] = [
  {
    name: 'a lock that is given on',
    ordered: `lock l; var x : int; f { synchronized (l) { x = x + 1; } } ${main('spawn f(); spawn f(); join;')}`,
    racing: `lock l; var x : int; f { synchronized (l) { skip; } x = 1; } ${main('spawn f(); spawn f(); join;')}`,
  },
  {
    name: 'a volatile variable',
    ordered: `volatile var d : int; var x : int; f { x = 1; d = 1; } g { if (d == 1) { x = 2; } } ${main('spawn f(); spawn g(); join;')}`,
    racing: `volatile var d : int; var x : int; f { d = 1; x = 1; } g { if (d == 1) { x = 2; } } ${main('spawn f(); spawn g(); join;')}`,
  },
  {
    name: 'an update that writes',
    ordered: `volatile var d : int; var x : int; f { if (compareAndSet(d, 0, 1)) { x = 1; d = 2; } }
      g { if (compareAndSet(d, 2, 3)) { x = 2; } } ${main('spawn f(); spawn g(); join;')}`,
    racing: `volatile var d : int; var x : int; f { compareAndSet(d, 5, 6); x = 1; } g { compareAndSet(d, 7, 8); x = 2; }
      ${main('spawn f(); spawn g(); join;')}`,
  },
  {
    name: 'a fork',
    ordered: `var x : int; f { x = 2; } ${main('x = 1; spawn f();')}`,
    racing: `var x : int; f { x = 2; } ${main('spawn f(); x = 1;')}`,
  },
  {
    name: 'a join',
    ordered: `var x : int; f { x = 2; } ${main('spawn f(); join; x = 1;')}`,
    racing: `var x : int; f { x = 2; } g { skip; } ${main('let a = spawn f(); let b = spawn g(); join b; x = 1;')}`,
  },
  {
    name: 'a wait',
    ordered: `lock l; var x : int; f { synchronized (l) { wait(l); x = 2; } } g { synchronized (l) { x = 1; notify(l); } }
      ${main('spawn f(); spawn g();')}`,
    racing: `lock l; var x : int; f { synchronized (l) { wait(l); } x = 2; } g { synchronized (l) { notify(l); } x = 1; }
      ${main('spawn f(); spawn g();')}`,
  },
];

const races = (text: string) => {
  const program = programOf(text);
  const found = idsOf(searchOptimally(program)).filter((id) => id.startsWith('race'));
  expect(found).toEqual(idsOf(searchFully(program, 10_000)!).filter((id) => id.startsWith('race')));
  return found;
};

describe.each(rules)('$name', ({ ordered, racing }) => {
  it('orders what comes before it and what comes after it', () => {
    expect(races(ordered)).toEqual([]);
  });

  it('orders nothing else', () => {
    expect(races(racing)).toHaveLength(1);
  });
});
