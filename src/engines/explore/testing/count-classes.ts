// How many inequivalent executions a transition system has, counted the plain way: every sequence of events, brought into
// Foata normal form. It takes the footprints as they are: it checks the search, not the independence.

import type { Event } from '../optimal/event.js';
import { areDependent } from '../optimal/independence.js';
import type { Interleavings } from '../optimal/interleavings.js';

/** Undefined if there are more sequences than this. */
export function countClasses(system: Interleavings, most: number): number | undefined {
  const classes = new Set<string>();
  const path: Event[] = [];
  const stack: { readonly mark: number; readonly events: Event[] }[] = [];
  const enter = () => {
    const events = Array.from({ length: system.threadCount }, (_, thread) => system.eventsOf(thread)).flat();
    if (events.length === 0) classes.add(normalForm(path));
    stack.push({ mark: system.mark(), events });
  };
  enter();
  for (let count = 0; stack.length > 0; count++) {
    if (count > most) return undefined;
    const { mark, events } = stack.at(-1)!;
    const event = events.pop();
    system.undoTo(mark);
    path.length = stack.length - 1;
    if (!event) stack.pop();
    else {
      system.take(event);
      path.push(event);
      enter();
    }
  }
  return classes.size;
}

function normalForm(path: readonly Event[]): string {
  const levels: string[][] = [];
  const levelOf: number[] = [];
  path.forEach((event, at) => {
    let level = 0;
    for (let i = 0; i < at; i++)
      if (isSameThread(path[i]!, event) || areDependent(path[i]!.footprint, event.footprint))
        level = Math.max(level, levelOf[i]! + 1);
    levelOf.push(level);
    const names = levels[level] ?? [];
    levels[level] = names;
    names.push(`${event.thread}:${event.step}:${event.value}`);
  });
  return levels.map((names) => names.sort().join(' ')).join('|');
}

function isSameThread(a: Event, b: Event): boolean {
  return a.thread === b.thread;
}
