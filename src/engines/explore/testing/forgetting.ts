// A program whose events touch less than they should: to see that every part of an independence is needed.

import type { Event } from '../optimal/event.js';
import type { Access } from '../optimal/independence.js';
import type { Interleavings } from '../optimal/interleavings.js';

export function forgetting(system: Interleavings, isForgotten: (one: Access, event: Event) => boolean): Interleavings {
  const forget = (event: Event): Event => ({
    ...event,
    footprint: event.footprint.filter((one) => !isForgotten(one, event)),
  });
  const eventsAfter = system.eventsAfter?.bind(system);
  return {
    commutes: system.commutes,
    get threadCount() {
      return system.threadCount;
    },
    get length() {
      return system.length;
    },
    get isLooping() {
      return system.isLooping;
    },
    get trouble() {
      return system.trouble;
    },
    eventsOf: (thread) => system.eventsOf(thread).map(forget),
    ...(eventsAfter && {
      eventsAfter: (...asked: Parameters<typeof eventsAfter>) => eventsAfter(...asked).map(forget),
    }),
    waiting: () => system.waiting().map(forget),
    take: (event) => system.take(event),
    hasReturned: () => system.hasReturned(),
    noteEnd: () => system.noteEnd(),
    mark: () => system.mark(),
    undoTo: (mark) => system.undoTo(mark),
  };
}
