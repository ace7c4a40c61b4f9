// Random well-nested words of acquisitions and releases, for tests.

import type { Rng } from '../../../base/rng.js';
import type { LockAction } from '../lock-history.js';

export interface HeldWord {
  readonly held: number[];
  readonly word: LockAction[];
  /** The initially held locks, outermost first. */
  readonly stack: number[];
}

/** `stack`: the locks held at the start, outermost first; random if absent. */
export function randomWord(rng: Rng, locks: number, length: number, stack?: readonly number[]): HeldWord {
  const all = Array.from({ length: locks }, (_, lock) => lock);
  const start = stack ? [...stack] : rng.shuffle(all).slice(0, rng.below(locks + 1));
  const open = [...start];
  const word: LockAction[] = [];
  for (let i = 0; i < length; i++) {
    const free = all.filter((lock) => !open.includes(lock));
    if (open.length > 0 && (free.length === 0 || rng.chance(0.5))) word.push({ kind: 'release', lock: open.pop()! });
    else {
      const lock = rng.pick(free);
      open.push(lock);
      word.push({ kind: 'acquire', lock });
    }
  }
  return { held: [...start].sort(), word, stack: start };
}
