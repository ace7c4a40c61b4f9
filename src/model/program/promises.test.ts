// Results, failures and deferred promises under the schedulings that know no event loop, and eager starts under cooperation.

import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { asynchronousConstruct } from './asynchronous.js';
import { outcomesOf } from './testing/outcomes.js';

/** Final values of `x` and how the first process ended, under a scheduling. */
function outcomes(scheduling: string, text: string): string[] {
  const program = programOf(`scheduling ${scheduling}; var x: int; ${text}`);
  return [...outcomesOf(program, ['x'], 10_000)!].sort();
}

const schedulings = ['preemptive', 'cooperative', 'event-loop'];

describe.each(schedulings)('under %s scheduling', (scheduling) => {
  const ends = (text: string) => outcomes(scheduling, text);

  it('a join gives the result', () => {
    expect(ends('f(n: int): int { return n * 2; } process P { main { let t = spawn f(4); x = join t; } }')).toEqual([
      '8,returned 0',
    ]);
  });

  it('a failed thread gives its reason, and an initial value as its result', () => {
    const text = `f: int 3..9 { if (x == 0) fail(7); return 5; }
      process P { main { let t = spawn f(); let v = join t; if (failed(t)) x = reason(t) * 10 + v; } }`;
    expect(ends(text)).toEqual(['73,returned 0']);
  });

  it('a failure ends all calls of its thread', () => {
    expect(ends('g { fail(2); } f { g(); x = 1; } process P { main { f(); x = 2; } }')).toEqual(['0,failed 2']);
  });

  it('the first settlement of a deferred promise counts', () => {
    const text = `process P { main { let d = new deferred int; settle(d, 3); settle(d, 4); reject(d, 5);
      x = join d; if (failed(d) || reason(d) != 0) x = 9; } }`;
    expect(ends(text)).toEqual(['3,returned 0']);
  });

  it('what is no deferred promise cannot be settled, what has not settled cannot be asked', () => {
    expect(ends('f { } process P { main { let t = spawn f(); settle(t); } }')).toContain(
      'settle of a thread that is not deferred',
    );
    expect(ends('process P { main { let d = new deferred; if (failed(d)) x = 1; } }')).toContain(
      'the thread has not settled',
    );
    expect(ends('process P { main { let t: thread = null; settle(t); } }')).toContain('null dereference');
  });

  it('join any goes on when one of several has settled', () => {
    const text = `f { x = 5; } process P { main {
      let d = new deferred; let e = new deferred; spawn f(); settle(e); let w = join any d, e; if (w == e) x = 1; } }`;
    expect(ends(text)).toEqual(scheduling === 'event-loop' ? ['5,returned 0'] : ['1,returned 0', '5,returned 0']);
  });

  it('nobody joins what never settles', () => {
    expect(ends('process P { main { let d = new deferred; join any d; x = 1; } }')).toEqual(['0,pending']);
    expect(ends('process P { main { let t: thread = null; join t; x = 1; } }')).toEqual(['0,pending']);
  });
});

describe('join any', () => {
  const text = `process P { main { let d = new deferred; let e = new deferred; settle(e); settle(d);
    let w = join any d, e; if (w == d) x = 1; else x = 2; } }`;

  it('is any of those that have settled, where there is no queue', () => {
    expect(outcomes('preemptive', text)).toEqual(['1,returned 0', '2,returned 0']);
  });

  it('is the first of the list that has settled before, in an event loop', () => {
    expect(outcomes('event-loop', text)).toEqual(['1,returned 0']);
  });
});

describe('an eager start', () => {
  const text = `f { x = x * 10 + 1; yield; x = x * 10 + 2; }
    process P { main { let t = spawn eager f(); x = x * 10 + 3; join t; x = x * 10 + 4; } }`;

  it.each(['cooperative', 'event-loop'])('runs up to the first switch point under %s scheduling', (scheduling) => {
    expect(outcomes(scheduling, text)).toEqual(['1324,returned 0']);
  });

  it('may start further ones, each of which returns to its caller', () => {
    const nested = `g { x = x * 10 + 1; yield; } f { spawn eager g(); x = x * 10 + 2; yield external; x = x * 10 + 4; }
      process P { main { spawn eager f(); x = x * 10 + 3; join; x = x * 10 + 5; } }`;
    expect(outcomes('event-loop', nested)).toEqual(['12345,returned 0']);
  });

  it('goes on with the caller when the callee goes wrong or fails at once', () => {
    const wrong = (how: string) => `f { ${how} } process P { main { spawn eager f(); x = 1; } }`;
    expect(outcomes('event-loop', wrong('assert false;'))).toEqual(['1,returned 0', 'assertion failed']);
    expect(outcomes('event-loop', wrong('fail(1);'))).toEqual(['1,returned 0']);
  });
});

describe('constructs that only exploration takes', () => {
  it.each([
    ['scheduling event-loop', 'scheduling event-loop; process P { main { skip; } }', 1, 1],
    ['spawn eager', 'scheduling cooperative;\nf { }\nprocess P { main { spawn eager f(); } }', 3, 20],
    ['the result of join', 'f: int { return 1; }\nprocess P { main { let x = join spawn f(); } }', 2, 28],
    ['join any', 'process P { main { let t: thread = null; join any t; } }', 1, 42],
    ['fail', 'process P { main { fail(); } }', 1, 20],
    ['new deferred', 'process P { main { let d = new deferred; settle(d); } }', 1, 28],
    ['failed', 'process P { main { let t: thread = null; assert failed(t); } }', 1, 49],
  ])('%s is found where it is', (name, text, line, column) => {
    const program = programOf(text);
    const construct = asynchronousConstruct(program)!;
    expect({ name: construct.name, ...program.source.position(construct.origin.start) }).toMatchObject({
      name,
      line,
      column,
    });
  });

  it('are not in other programs', () => {
    const text =
      'lock l; f { } process P { main { let t = spawn f(); join t; join; yield; synchronized (l) { wait(l); } } }';
    expect(asynchronousConstruct(programOf(text))).toBeUndefined();
  });
});
