import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { awaitedBy, deadlockCauses, type ThreadFate, type Wait, type WaitsFor } from './causes.js';

function state(threads: readonly (ThreadFate | Wait | readonly Wait[])[]): WaitsFor {
  return {
    threadCount: threads.length,
    fateOf: (id) => (typeof threads[id] === 'string' ? threads[id] : 'blocked'),
    waitsOf(id) {
      const waits = threads[id]!;
      return typeof waits === 'string' ? [] : Array.isArray(waits) ? waits : [waits as Wait];
    },
  };
}

const lock = (name: number, owner: number): Wait => ({ kind: 'lock', lock: name, owners: [owner] });
const join = (...threads: number[]): Wait => ({ kind: 'threads', threads });
const notification = (name: number): Wait => ({ kind: 'notification', lock: name });

describe('causes of a deadlock', () => {
  it('are the cycle, not those who wait for it', () => {
    const causes = deadlockCauses(state([lock(9, 2), lock(1, 2), lock(2, 1), join(0)]));
    expect(causes).toEqual([{ kind: 'cycle', threads: [1, 2] }]);
  });

  it('are each of two cycles', () => {
    const causes = deadlockCauses(state([lock(1, 1), lock(2, 0), lock(3, 3), join(2)]));
    expect(causes.map(({ threads }) => threads)).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('are a notification that does not come, with all who wait for it', () => {
    const causes = deadlockCauses(state([notification(1), join(2), notification(1)]));
    expect(causes).toEqual([{ kind: 'notification', lock: 1, threads: [0, 2] }]);
  });

  it('are a lock that a thread took with it, a thread that never was, a promise that nobody settles', () => {
    expect(deadlockCauses(state([lock(1, 1), 'ended']))).toEqual([
      { kind: 'unreleased', lock: 1, owner: 1, threads: [0] },
    ]);
    expect(deadlockCauses(state([join()]))).toEqual([{ kind: 'never-started', threads: [0] }]);
    expect(deadlockCauses(state([join(1), 'unsettled']))).toEqual([{ kind: 'unsettled', promise: 1, threads: [0] }]);
  });

  it('leave out who waits only for a thread that went wrong', () => {
    expect(deadlockCauses(state([lock(1, 1), 'wrong', join(0)]))).toEqual([]);
    expect(deadlockCauses(state([join(1, 2), 'wrong', notification(1)]))).toEqual([
      { kind: 'notification', lock: 1, threads: [2] },
    ]);
    expect(deadlockCauses(state([[lock(1, 1), lock(2, 2)], 'wrong', lock(3, 0)]))).toEqual([
      { kind: 'cycle', threads: [0, 2] },
    ]);
  });
});

/** Straight from the definition: a thread is excused iff all it can reach is excused and wrong threads are what it ends at. */
function isStuckByItself(waits: WaitsFor, thread: number): boolean {
  // A thread could go on if, with wrong threads taken away, some alternative had nobody left to wait for.
  const free = new Set<number>();
  for (let id = 0; id < waits.threadCount; id++) if (waits.fateOf(id) === 'wrong') free.add(id);
  for (let before = -1; before < free.size; ) {
    before = free.size;
    for (let id = 0; id < waits.threadCount; id++)
      if (
        waits.waitsOf(id).length > 0 &&
        waits.waitsOf(id).every((w) => awaitedBy(w).length > 0 && awaitedBy(w).every((t) => free.has(t)))
      )
        free.add(id);
  }
  return !free.has(thread);
}

describe('on random states', () => {
  it('every cause is real, and there is one exactly where somebody is stuck by itself', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const rng = new Rng(seed);
      const count = 1 + rng.below(6);
      const drawn = Array.from({ length: count }, () => randomThread(rng, count));
      // A thread that has ended is not waited for.
      const threads = drawn.map((thread) =>
        typeof thread !== 'string' && thread.kind === 'threads'
          ? join(...thread.threads.filter((id) => drawn[id] !== 'ended'))
          : thread,
      );
      const waits = state(threads);
      const causes = deadlockCauses(waits);
      const blocked = threads.flatMap((thread, id) => (typeof thread === 'string' ? [] : [id]));
      expect(causes.length > 0, `seed ${seed}`).toBe(blocked.some((id) => isStuckByItself(waits, id)));
      for (const cause of causes) {
        expect(cause.threads.every((id) => isStuckByItself(waits, id))).toBe(true);
        if (cause.kind !== 'cycle') continue;
        cause.threads.forEach((id, i) => {
          const next = cause.threads[(i + 1) % cause.threads.length]!;
          expect(waits.waitsOf(id).some((wait) => awaitedBy(wait).includes(next))).toBe(true);
        });
      }
    }
  });
});

function randomThread(rng: Rng, count: number): ThreadFate | Wait {
  switch (rng.below(7)) {
    case 0:
      return 'wrong';
    case 1:
      return 'ended';
    case 2:
      return notification(rng.below(2));
    case 3:
      return join(...Array.from({ length: rng.below(3) }, () => rng.below(count)));
    default: {
      const owner = rng.below(count);
      return lock(10 + owner, owner);
    }
  }
}
