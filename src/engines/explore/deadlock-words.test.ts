import { describe, expect, it } from 'vitest';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import type { Finding } from '../../verdict/verdict.js';
import { findingsOf } from './testing/findings-of.js';

function deadlocks(text: string): Finding[] {
  const found = ['stateful', 'full', 'optimal'].map((method) =>
    findingsOf(programOf(text), { method, property: 'deadlocks' }).filter(({ verdict }) => verdict.kind === 'violated'),
  );
  const said = found.map((findings) => findings.map(({ message }) => message).sort());
  expect(said).toEqual([said[0], said[0], said[0]]);
  return found[0]!;
}

describe('deadlock findings', () => {
  it('are one per cause, at the cycle, and name who is stuck behind it', () => {
    const [finding, ...rest] = deadlocks(`lock a, b, c;
      process Log { main { synchronized (a) { synchronized (c) { skip; } } } }
      process P { main { synchronized (a) { synchronized (b) { synchronized (c) { skip; } } } } }
      process Q { main { synchronized (b) { synchronized (a) { skip; } } } }`);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      message: 'deadlock: P#1 and Q#1 wait for each other',
      property: { kind: 'deadlock', cause: 'cycle' },
      help: 'acquire the locks in the same order everywhere',
    });
    expect(finding!.places.map(({ caption }) => caption)).toEqual([
      'P#1 waits for b, held by Q#1',
      'Q#1 waits for a, held by P#1',
    ]);
  });

  it('say nothing of threads that only wait for one that went wrong', () => {
    expect(
      deadlocks(`lock l; work { synchronized (l) { assert false; } }
        process P { main { let t = spawn work(); synchronized (l) { skip; } join t; } }`),
    ).toEqual([]);
  });

  it('tell a lost notification, and who waits for it', () => {
    const [finding, ...rest] = deadlocks(`lock l; var full: bool;
      process Producer { main { synchronized (l) { full = true; notify(l); } } }
      process Consumer [3] { main { synchronized (l) { while (!full) wait(l); } } }
      process Main { main { synchronized (l) { wait(l); } } }`);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      property: { cause: 'notification', lock: 'l' },
      message: expect.stringMatching(/^deadlock: .* waits? for a notification on l that does not come$/),
    });
  });

  it('tell that only one of those who wait was woken', () => {
    const [finding] = deadlocks(`lock l; var go: bool;
      process Waiter [2] { main { synchronized (l) { while (!go) wait(l); } } }
      process Opener { main { synchronized (l) { assume !go; go = true; notify(l); } } }`);
    expect(finding).toMatchObject({ help: 'notifyAll(l) wakes everybody who waits' });
    const { verdict } = finding!;
    const steps = verdict.kind === 'violated' ? verdict.witness.steps : [];
    expect(steps.filter(({ action }) => action === 'notify')).toMatchObject([
      { target: 'l', change: expect.stringMatching(/^wakes Waiter#[12]$/) },
    ]);
  });

  it('tell a join under a lock, a lock that is never released, and a thread that never was', () => {
    const [joining] = deadlocks(`lock l; work { synchronized (l) { skip; } }
      process P { main { synchronized (l) { let t = spawn work(); join t; } } }`);
    expect(joining!.help).toBe('release l before the join: the thread that is waited for needs it');
    const [kept] = deadlocks(
      'lock l; process P { main { acquire(l); } } process Q { main { acquire(l); release(l); } }',
    );
    expect(kept!.message).toBe('deadlock: Q#1 waits for l, which P#1 never releases');
    const [never] = deadlocks('process P { main { let t: thread = null; join t; } }');
    expect(never!.message).toBe('deadlock: P#1 joins a thread that was never started');
  });

  it('say who waits for whom at the end', () => {
    const [finding] = deadlocks(`class Box { v: int; } var a: Box; var b: Box;
      left { synchronized (a) { synchronized (b) { skip; } } }
      right { synchronized (b) { synchronized (a) { skip; } } }
      process P { main { a = new Box; b = new Box; spawn left(); spawn right(); join; } }`);
    const { verdict } = finding!;
    expect(verdict.kind === 'violated' && verdict.witness.waiting).toMatchObject([
      { thread: 'P#1', waitsFor: 'the end of P/left#1, P/right#1', on: ['P/left#1', 'P/right#1'] },
      { thread: 'P/left#1', waitsFor: 'Box#2', on: ['P/right#1'] },
      { thread: 'P/right#1', waitsFor: 'Box#1', on: ['P/left#1'] },
    ]);
  });
});
