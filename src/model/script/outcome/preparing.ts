// What is made ready: `rooms.set(id, room); await room.open()`. Told by the name of what is called.

import { areForeign } from '../machine/frame.js';
import { isMaking } from '../machine/outside/endings.js';
import type { TraceEvent } from '../machine/trace.js';

/** Where what was written there has been made ready, if the call does so without writing it anywhere else first. */
export function preparing(events: readonly TraceEvent[], published: number): number | undefined {
  const written = events[published];
  if (written?.kind !== 'write') return undefined;
  const isOwn = (event: TraceEvent) => !areForeign(event.unit, written.unit);
  const pause = events.findIndex((event, index) => index > published && event.kind === 'pause' && isOwn(event));
  const paused = events[pause];
  if (paused?.kind !== 'pause' || !isMaking(paused.what.replace(/^await\s+/, ''))) return undefined;
  const resumed = events.findIndex(
    (event, index) => index > pause && event.kind === 'resume' && event.unit === paused.unit,
  );
  return resumed === -1 ? undefined : resumed;
}
