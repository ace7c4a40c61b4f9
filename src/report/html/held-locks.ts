// During which steps each lock is held, from the steps of a timeline; locks are reentrant, and `wait` gives them back meanwhile.

import type { StepRow } from '../interleaving.js';

export interface HeldLock {
  readonly lane: number;
  readonly lock: string;
  /** Positions of the acquire and the release; a lock held to the end has no release. */
  readonly from: number;
  readonly until?: number;
  /** How many locks the thread held already. */
  readonly depth: number;
}

interface Open {
  readonly from: number;
  readonly depth: number;
  entered: number;
}

export function heldLocks(steps: readonly StepRow[]): HeldLock[] {
  const open = new Map<number, Map<string, Open>>();
  const held: HeldLock[] = [];
  const waited = new Map<string, number>();
  steps.forEach(({ lane, step }, position) => {
    const lock = step.target;
    if (lock === undefined) return;
    const own = open.get(lane) ?? new Map<string, Open>();
    open.set(lane, own);
    const known = own.get(lock);
    if (step.action === 'wait' && known !== undefined) {
      // Given back on all levels at once, and taken again by `resume`.
      own.delete(lock);
      held.push({ lane, lock, from: known.from, until: position, depth: known.depth });
      waited.set(`${lane} ${lock}`, known.entered);
    } else if (step.action === 'resume' && waited.has(`${lane} ${lock}`)) {
      own.set(lock, { from: position, depth: own.size, entered: waited.get(`${lane} ${lock}`)! });
      waited.delete(`${lane} ${lock}`);
    } else if (step.action === 'acquire') {
      if (known === undefined) own.set(lock, { from: position, depth: own.size, entered: 1 });
      else known.entered++;
    } else if (step.action === 'release' && known !== undefined && --known.entered === 0) {
      own.delete(lock);
      held.push({ lane, lock, from: known.from, until: position, depth: known.depth });
    }
  });
  for (const [lane, own] of open) for (const [lock, { from, depth }] of own) held.push({ lane, lock, from, depth });
  return held.sort((a, b) => a.from - b.from || a.lane - b.lane);
}
