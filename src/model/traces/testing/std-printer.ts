// Writes STD: the text form of traces. `parse` is the streaming decoder; printing its events gives the same trace back.

import type { opNames } from '../trace-event.js';

/** An event by names, the form for tests, generators and converters. */
export interface NamedEvent {
  readonly thread: string;
  readonly op: (typeof opNames)[number];
  readonly target?: string;
  readonly location?: string;
}

function printStdEvent({ thread, op, target, location = '' }: NamedEvent): string {
  return `${thread}|${op}${target === undefined ? '' : `(${target})`}|${location}`;
}

export function printStd(events: Iterable<NamedEvent>): string {
  let text = '';
  for (const event of events) text += `${printStdEvent(event)}\n`;
  return text;
}
