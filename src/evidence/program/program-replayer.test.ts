import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Property } from '../../verdict/property.js';
import type { Witness, WitnessStep } from '../../verdict/witness.js';
import { falselyTold, replay, replayAll, sequences } from '../testing/replay-all.js';
import { programReplayer } from './program-replayer.js';

const checks = `var x: int; lock l;
process P { main { acquire(l); x = 1; assert x == 1; } }
process Q { main { x = 2; } }`;

const crossed = `lock a, b;
process P { main { acquire(a); acquire(b); release(b); release(a); } }
process Q { main { acquire(b); acquire(a); release(a); release(b); } }`;

const programs = new Map([checks, crossed].map((text) => [text, programOf(text)]));

/** A step as it is shown, in short: who, what, and where in the text it is written. */
function step(text: string, shown: string, written: string, nth = 0, change?: string): WitnessStep {
  const [thread = '', action = '', target] = shown.split(' ');
  const start = Array.from({ length: nth }).reduce<number>((from) => text.indexOf(written, from) + 1, 0);
  const before = text.slice(0, text.indexOf(written, start)).split('\n');
  const place = { file: 'test.eml', line: before.length, column: before.at(-1)!.length + 1, length: written.length };
  return {
    thread: `${thread}#1`,
    action,
    ...(target === undefined ? {} : { target }),
    place,
    ...(change === undefined ? {} : { change }),
  };
}

function isReplayed(text: string, property: Property, steps: readonly WitnessStep[], startValues?: 'x is 0'): boolean {
  const witness: Witness = { kind: 'execution', steps, ...(startValues ? { startValues: [['x', '0']] } : {}) };
  return replay(programReplayer, programs.get(text)!, property, witness).ok;
}

const broken = { kind: 'assertion', line: 2, column: 39 } as const;

describe('an execution', () => {
  const steps = {
    lock: step(checks, 'P acquire l', 'acquire(l)'),
    one: step(checks, 'P write x', 'x = 1', 0, 'x = 1'),
    sees1: step(checks, 'P read x', 'x', 2, 'x is 1'),
    sees2: step(checks, 'P read x', 'x', 2, 'x is 2'),
    passes: step(checks, 'P assert', 'assert x == 1'),
    fails: step(checks, 'P assert', 'assert x == 1', 0, 'assertion failed'),
    two: step(checks, 'Q write x', 'x = 2', 0, 'x = 2'),
  };
  const fails = (taken: readonly (keyof typeof steps)[]) =>
    isReplayed(
      checks,
      broken,
      taken.map((name) => steps[name]),
      'x is 0',
    );

  it('is replayed just when it is one, and the assertion fails at its end', () => {
    const names = Object.keys(steps) as (keyof typeof steps)[];
    const { replayed, refused, wrong } = replayAll(
      sequences(names, 5),
      fails,
      (taken) => taken.join() === 'lock,one,two,sees2,fails',
    );
    expect(wrong).toEqual([]);
    expect([replayed, refused > 10_000]).toEqual([1, true]);
  });

  it('shows what happens, from the values that there are', () => {
    const run = [steps.lock, steps.one, steps.two, steps.sees2, steps.fails];
    expect(isReplayed(checks, broken, run, 'x is 0')).toBe(true);
    for (const forged of falselyTold(run)) expect(isReplayed(checks, broken, forged, 'x is 0')).toBe(false);
    expect(isReplayed(checks, broken, run)).toBe(false);
    for (const kind of ['deadlock', 'error'] as const) expect(isReplayed(checks, { kind }, run, 'x is 0')).toBe(false);
    expect(isReplayed(checks, { ...broken, line: 1 }, run, 'x is 0')).toBe(false);
  });
});

describe('a deadlock', () => {
  const circle = { kind: 'deadlock', cause: 'cycle', blocked: ['P at 2:32', 'Q at 3:32'] } as const;
  const steps = {
    Pa: step(crossed, 'P acquire a', 'acquire(a)'),
    Pb: step(crossed, 'P acquire b', 'acquire(b)'),
    Qb: step(crossed, 'Q acquire b', 'acquire(b)', 1),
    Qa: step(crossed, 'Q acquire a', 'acquire(a)', 1),
    'P-b': step(crossed, 'P release b', 'release(b)'),
  };

  it('is replayed just when each has one lock and wants the other', () => {
    const names = Object.keys(steps) as (keyof typeof steps)[];
    const { replayed, wrong } = replayAll(
      sequences(names, 5),
      (taken) =>
        isReplayed(
          crossed,
          circle,
          taken.map((name) => steps[name]),
        ),
      (taken) => ['Pa,Qb', 'Qb,Pa'].includes(taken.join()),
    );
    expect(wrong).toEqual([]);
    expect(replayed).toBe(2);
  });
});
