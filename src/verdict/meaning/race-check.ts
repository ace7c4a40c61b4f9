// Whether the last step of an execution races: a conflicting earlier access to the same cell by another thread that is not
// ordered before it by happens-before (program order, release to acquire, fork, join, volatile write to read).
// Plain vector clocks, the textbook definition, independent of the lockset algorithms that find races.

import { type StepEvent, syncNames } from '../../model/program/event.js';
import type { ProgramRun } from '../program-run.js';

type Clock = number[];

/** The name of the cell the last step races on. Threads that are not interrupted do not race: two accesses are never simultaneous. */
export function lastStepRaces(run: ProgramRun): string | undefined {
  if (run.program.scheduling !== 'preemptive') return undefined;
  const last = run.steps.length - 1;
  const final = run.steps[last];
  if (final?.event.kind !== 'access' || final.event.cell.volatile) return undefined;
  const clocks = clocksOf(run);
  const { cell, mode } = final.event;
  const races = run.steps.slice(0, -1).some(({ event, move }, i) => {
    if (event.kind !== 'access' || event.cell.key !== cell.key || move.thread === final.move.thread) return false;
    if (mode === 'read' && event.mode === 'read') return false;
    return !isBefore(clocks[i]!, move.thread, clocks[last]!);
  });
  return races ? cell.name : undefined;
}

function isBefore(earlier: Clock, thread: number, later: Clock): boolean {
  return (later[thread] ?? 0) >= earlier[thread]!;
}

/** The vector clock of each step, its own tick included. */
function clocksOf(run: ProgramRun): Clock[] {
  const threads = new Map<number, Clock>();
  const objects = new Map<string, Clock>();
  const clock = (thread: number) => threads.get(thread) ?? [];
  return run.steps.map(({ event, move: { thread } }) => {
    const now = clock(thread).slice();
    now[thread] = (now[thread] ?? 0) + 1;
    for (const source of sourcesOf(event)) merge(now, objects.get(source) ?? []);
    if (event.kind === 'join') for (const child of event.children) merge(now, clock(child));
    for (const sink of sinksOf(event)) objects.set(sink, merge(objects.get(sink) ?? [], now).slice());
    const started = event.kind === 'fork' ? event.child : event.kind === 'settle' ? event.promise : undefined;
    if (started !== undefined) threads.set(started, merge(clock(started).slice(), now));
    threads.set(thread, now);
    return now.slice();
  });
}

function sourcesOf(event: StepEvent): string[] {
  if (event.kind === 'acquire') return event.outermost ? syncNames(event) : [];
  return event.kind === 'access' && event.cell.volatile && event.mode !== 'write' ? [event.cell.key] : [];
}

function sinksOf(event: StepEvent): string[] {
  if (event.kind === 'release') return event.outermost ? syncNames(event) : [];
  return event.kind === 'access' && event.cell.volatile && event.mode !== 'read' ? [event.cell.key] : [];
}

function merge(into: Clock, from: Clock): Clock {
  from.forEach((time, thread) => {
    into[thread] = Math.max(into[thread] ?? 0, time);
  });
  return into;
}
