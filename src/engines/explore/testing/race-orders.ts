// What orders two accesses, one rule at a time, and what does not: small programs for the clocks and locksets that find races.

const main = (body: string) => `process M { main { ${body} } }`;

/** Of each rule a program that it orders, and one that it does not. */
export const orders: readonly { readonly name: string; readonly ordered: string; readonly racing: string }[] = [
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

/**
 * The race on x can be had in one order only, as `p` has to be seen first: a search that takes it for ordered there misses it,
 * or finds it although it is ordered.
 */
export const inOneOrder: readonly {
  readonly name: string;
  readonly text: string;
  readonly found: readonly string[];
}[] = [
  {
    name: 'what comes after a fork',
    text: `var p : int, x : int; f { if (p == 1) { x = 2; } } ${main('spawn f(); x = 1; p = 1;')}`,
    found: ['race p', 'race x'],
  },
  {
    name: 'what comes after a release',
    text: `lock l; var p : int, x : int; f { synchronized (l) { skip; } x = 1; p = 1; }
      g { if (p == 1) { synchronized (l) { skip; } x = 2; } } ${main('spawn f(); spawn g();')}`,
    found: ['race p', 'race x'],
  },
  {
    name: 'what comes after a volatile write',
    text: `volatile var d : int; var p : int, x : int; f { d = 1; x = 1; p = 1; } g { if (p == 1) { if (d == 1) { x = 2; } } }
      ${main('spawn f(); spawn g();')}`,
    found: ['race p', 'race x'],
  },
  {
    name: 'an update that does not write',
    text: `volatile var d : int; var p : int, x : int; f { x = 1; compareAndSet(d, 5, 6); p = 1; }
      g { if (p == 1) { compareAndSet(d, 7, 8); x = 2; } } ${main('spawn f(); spawn g();')}`,
    found: ['race p', 'race x'],
  },
  {
    name: 'the end of another thread',
    text: `var p : int, x : int; f { skip; } g { x = 1; p = 1; }
      ${main('let a = spawn f(); spawn g(); if (p == 1) { join a; x = 2; }')}`,
    found: ['race p', 'race x'],
  },
  {
    name: 'a reader among others',
    text: `var p : int, x : int; f { let a = x; p = 1; } g { let a = x; } ${main('spawn f(); let h = spawn g(); join h; if (p == 1) { x = 1; }')}`,
    found: ['race p', 'race x'],
  },
  {
    name: 'a second read',
    text: `lock l; var p : int, x : int; f { synchronized (l) { let a = x; } let b = x; p = 1; }
      ${main('spawn f(); if (p == 1) { synchronized (l) { skip; } x = 1; }')}`,
    found: ['race p', 'race x'],
  },
  {
    name: 'two volatile writes before a read',
    text: `volatile var d : int; var p : int, x : int; f { x = 1; d = 1; p = 1; } g { d = 2; }
      h { if (p == 1) { let v = d; x = 2; } } ${main('spawn f(); spawn g(); spawn h();')}`,
    found: ['race p'],
  },
  ...['first', 'last'].map((when) => {
    const other = 'process D { main { d(); p = 1; } }';
    const parent = main('spawn d(); join; if (p == 1) { x = 3; }');
    return {
      name: `who is joined and who is not, declared ${when}`,
      text: `lock l; var p : int, x : int; d { synchronized (l) { x = 1; } }
        ${(when === 'first' ? [other, parent] : [parent, other]).join(' ')}`,
      found: ['race p', 'race x'],
    };
  }),
];
