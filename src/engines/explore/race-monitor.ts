// Happens-before races of an execution, by Goldilocks locksets in normal form (paper 001, Fig. 8; theory-races.md): for the
// last write of a cell, and for each thread's last read since, the set of threads, locks and volatiles through which a
// later access would be ordered after it. Unlike vector clocks, locksets are finite-state.

import { type StepEvent, syncNames } from '../../model/program/event.js';
import type { RunStep } from '../../verdict/program-run.js';
import type { Monitor } from './monitor.js';
import { raceViolation } from './violation.js';

/** Slot (`cell W`, `cell R thread`) to its lockset: the elements in increasing order, each between two semicolons. */
type Locksets = ReadonlyMap<string, string>;

export const raceMonitor: Monitor<Locksets> = {
  initial: () => new Map(),
  next(locksets, step) {
    const { event, move } = step;
    const thread = threadName(move.thread);
    if (event.kind === 'access' && !event.cell.volatile) return access(locksets, step, thread);
    let watched = locksets;
    for (const { having, add } of growth(event, thread)) watched = grow(watched, having, add);
    return { watched, violations: [] };
  },
  key(locksets) {
    const slots: string[] = [];
    for (const [slot, set] of locksets) slots.push(`${slot}:${set}`);
    return slots.sort().join();
  },
  label: (event, thread) => `${thread} ${JSON.stringify(event)}`,
};

/** As an element of locksets. */
export function threadName(thread: number): string {
  return `thread ${thread}`;
}

function has(set: string, element: string): boolean {
  return set.includes(`;${element};`);
}

function withElement(set: string, element: string): string {
  if (has(set, element)) return set;
  return `;${[...set.slice(1, -1).split(';'), element].sort().join(';')};`;
}

function access(locksets: Locksets, { event }: RunStep, thread: string): ReturnType<Monitor<Locksets>['next']> {
  if (event.kind !== 'access') throw new Error('not an access');
  const { cell, mode } = event;
  const writeSlot = `${cell.key} W`;
  const slots = mode === 'read' ? [writeSlot] : [...locksets.keys()].filter((slot) => slot.startsWith(`${cell.key} `));
  const races = slots.some((slot) => locksets.has(slot) && !has(locksets.get(slot)!, thread));
  const updated = new Map(locksets);
  if (mode !== 'read') for (const slot of slots) updated.delete(slot);
  updated.set(mode !== 'read' ? writeSlot : `${cell.key} R ${thread}`, `;${thread};`);
  return { watched: updated, violations: races ? [raceViolation(cell.name)] : [] };
}

/** Sets that contain one of `having` gain `add`. */
export function growth(event: StepEvent, thread: string): { having: string[]; add: string }[] {
  switch (event.kind) {
    case 'acquire':
      return event.outermost ? [{ having: syncNames(event), add: thread }] : [];
    case 'release':
      return event.outermost ? syncNames(event).map((lock) => ({ having: [thread], add: lock })) : [];
    case 'settle':
      return [{ having: [thread], add: `thread ${event.promise}` }];
    case 'fork':
      return [{ having: [thread], add: `thread ${event.child}` }];
    case 'join':
      return [{ having: event.children.map((child) => `thread ${child}`), add: thread }];
    case 'access': {
      const volatile = `volatile ${event.cell.key}`;
      const after = { having: [volatile], add: thread };
      const before = { having: [thread], add: volatile };
      return event.mode === 'update' ? [after, before] : [event.mode === 'write' ? before : after];
    }
    case 'local':
      return [];
  }
}

function grow(locksets: Locksets, having: readonly string[], add: string): Locksets {
  const grown = new Map(locksets);
  for (const [slot, set] of locksets)
    if (having.some((element) => has(set, element))) grown.set(slot, withElement(set, add));
  return grown;
}
