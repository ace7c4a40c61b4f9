// What the witness of a race shows of a trace, held against the trace: each step names an event, and its thread, action,
// target and line must be those of that event; each access says its place in the code and the locks held there. Watches
// over the shoulder of another visitor.

import type { Json, JsonObject } from '../../base/json.js';
import { ChosenEvents } from '../../model/traces/chosen-events.js';
import type { TraceVisitor } from '../../model/traces/trace-steps.js';
import type { TraceWalk } from '../../model/traces/trace-walk.js';
import type { Witness } from '../../verdict/witness.js';

type Words = ReadonlySet<string>;

export class ShownEvents implements TraceVisitor {
  /** What happened at the events that somebody shows. */
  readonly #happened = new Map<number, Set<string>>();
  readonly #shown: ChosenEvents;
  /** By thread. */
  readonly #held: number[][] = [];

  constructor(
    readonly walk: TraceWalk,
    readonly inner: TraceVisitor,
    witnesses: readonly Witness[],
  ) {
    for (const event of eventsShownBy(witnesses)) this.#happened.set(event, new Set());
    this.#shown = new ChosenEvents(this.#happened.keys());
  }

  /** Undefined if everything that the witness shows was seen. */
  problemOf(witness: Witness): string | undefined {
    for (const { event, words } of shownEvents(witness))
      if (!(this.#happened.get(event) as Words | undefined)?.has(words)) return `event ${event} is not: ${words}`;
    return undefined;
  }

  read(thread: number, variable: number, event: number): void {
    if (this.#shown.has(event)) this.#access(thread, 'read', variable, event);
    this.inner.read(thread, variable, event);
  }

  write(thread: number, variable: number, event: number): void {
    if (this.#shown.has(event)) this.#access(thread, 'write', variable, event);
    this.inner.write(thread, variable, event);
  }

  acquire(thread: number, lock: number, event: number): void {
    this.#heldBy(thread).push(lock);
    if (this.#shown.has(event)) this.#note(thread, 'acquire', this.walk.names.syncs.text(lock), event);
    this.inner.acquire(thread, lock, event);
  }

  release(thread: number, lock: number, event: number): void {
    const held = this.#heldBy(thread);
    const last = held.lastIndexOf(lock);
    if (last >= 0) held.splice(last, 1);
    if (this.#shown.has(event)) this.#note(thread, 'release', this.walk.names.syncs.text(lock), event);
    this.inner.release(thread, lock, event);
  }

  fork(thread: number, child: number, event: number): void {
    if (this.#shown.has(event)) this.#note(thread, 'fork', this.walk.names.threads.text(child), event);
    this.inner.fork(thread, child, event);
  }

  join(thread: number, child: number, event: number): void {
    if (this.#shown.has(event)) this.#note(thread, 'join', this.walk.names.threads.text(child), event);
    this.inner.join(thread, child, event);
  }

  volatileRead(thread: number, volatile: number, event: number): void {
    if (this.#shown.has(event)) this.#note(thread, 'volatile read', this.walk.names.syncs.text(volatile), event);
    this.inner.volatileRead(thread, volatile, event);
  }

  volatileWrite(thread: number, volatile: number, event: number): void {
    if (this.#shown.has(event)) this.#note(thread, 'volatile write', this.walk.names.syncs.text(volatile), event);
    this.inner.volatileWrite(thread, volatile, event);
  }

  allocate(thread: number, variable: number, event: number): void {
    if (this.#shown.has(event)) this.#note(thread, 'allocate', this.walk.names.variables.text(variable), event);
    this.inner.allocate(thread, variable, event);
  }

  other(thread: number, event: number): void {
    if (this.#shown.has(event)) this.#note(thread, 'step', '', event);
    this.inner.other(thread, event);
  }

  #heldBy(thread: number): number[] {
    return (this.#held[thread] ??= []);
  }

  #note(thread: number, action: string, target: string, event: number): void {
    const name = this.walk.names.threads.text(thread);
    this.#happened.get(event)!.add(stepWords(name, action, target, this.walk.line));
  }

  #access(thread: number, action: 'read' | 'write', variable: number, event: number): void {
    this.#note(thread, action, this.walk.names.variables.text(variable), event);
    const name = this.walk.names.threads.text(thread);
    const held = this.#heldBy(thread).map((lock) => this.walk.names.syncs.text(lock));
    const words = accessWords(name, action === 'read' ? 'r' : 'w', this.walk.location, held);
    this.#happened.get(event)!.add(words);
  }
}

/** The numbers of the events that witnesses speak of. */
export function eventsShownBy(witnesses: readonly Witness[]): number[] {
  return witnesses.flatMap(shownEvents).map(({ event }) => event);
}

interface ShownEvent {
  readonly event: number;
  readonly words: string;
}

function shownEvents(witness: Witness): ShownEvent[] {
  const ofSteps = witness.steps.map(({ thread, action, target = '', place, change }) => ({
    event: Number(/^event (\d+)$/.exec(change ?? '')?.[1] ?? -1),
    words: stepWords(thread, action, target, place?.line ?? 0),
  }));
  const accesses = witness.kind === 'trace' ? witness.details?.accesses : undefined;
  const ofAccesses = (Array.isArray(accesses) ? accesses : []).flatMap((access) => shownAccess(access));
  return [...ofSteps, ...ofAccesses];
}

/** Nothing is shown of a trace that could be read only once. */
function shownAccess(access: Json): ShownEvent[] {
  if (typeof access !== 'object' || access === null || Array.isArray(access)) return [];
  const { event, thread, op, location, held } = access as JsonObject;
  if (location === undefined && held === undefined) return [];
  const locks = Array.isArray(held) ? held.map(String) : [];
  return [{ event: Number(event), words: accessWords(String(thread), String(op), String(location), locks) }];
}

function stepWords(thread: string, action: string, target: string, line: number): string {
  return `${thread} ${action} ${target} on line ${line}`.replace('  ', ' ');
}

function accessWords(thread: string, op: string, location: string, held: readonly string[]): string {
  return `${thread} ${op} at ${location} holding ${held.join(', ') || 'nothing'}`;
}
