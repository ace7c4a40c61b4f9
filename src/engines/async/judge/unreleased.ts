// HD6009: a call that succeeds gives back what it has taken (a flag, a count, an entry); when what it waits for fails, it
// ends without doing so. Told by two runs of the call alone: one in which nothing fails, and one in which something does.

import type { Run } from '../../../model/script/machine/run.js';
import type { TraceEvent } from '../../../model/script/machine/trace.js';
import { type Raw, Thing } from '../../../model/script/machine/value.js';
import { hasFailed } from '../../../model/script/outcome/failed.js';
import { History, type WriteEvent } from './history.js';
import type { Violation } from './violation.js';

/** Locations that the calls of a run take and give back, by the place where they are taken. */
export function givenBack(run: Run): Set<string> {
  const history = new History(run);
  const found = new Set<string>();
  if (hasFailed(run) || run.abandoned !== undefined) return found;
  for (const taken of takenIn(history)) {
    const last = history.writesOf(taken.cell.key).at(-1)!;
    if (last !== taken && isRestored(taken, last) && hasPause(run.events, taken.index, last.index))
      found.add(placeOf(taken));
  }
  return found;
}

/** `released` are the places of `givenBack`; `guards` the locations that decide something. */
export function* heldAfterFailure(
  run: Run,
  released: ReadonlySet<string>,
  guards: ReadonlySet<string>,
): Generator<Violation> {
  if (!hasFailed(run) || run.abandoned !== undefined) return;
  const history = new History(run);
  const failure = run.events.findIndex((event, index) => index >= run.start && isFailure(event));
  for (const taken of takenIn(history)) {
    const { cell, unit, spot } = taken;
    if (taken.index > failure || !released.has(placeOf(taken)) || !guards.has(cell.key)) continue;
    // R2: a state that is named stays visible, and is a matter of taste; a flag says nothing but that others must not.
    if (typeof taken.raw === 'string') continue;
    if (history.writesOf(cell.key).some(({ index }) => index > failure)) continue;
    // It was given back before anything failed.
    const last = history.writesOf(cell.key).findLast(({ index }) => index < failure);
    if (last && last !== taken && isRestored(taken, last)) continue;
    const end = run.events.findIndex((event, index) => index > failure && event.kind === 'end');
    if (end === -1) continue;
    yield {
      code: 'HD6009',
      location: cell.name,
      unit,
      other: unit,
      seen: taken.index,
      between: failure,
      act: end,
      spot,
      severity: 'error',
    };
  }
}

/** A promise that has failed stays under its key: whoever asks for it from now on gets the failure. */
export function* keptFailures(run: Run, guards: ReadonlySet<string>): Generator<Violation> {
  if (!hasFailed(run) || run.abandoned !== undefined) return;
  const history = new History(run);
  for (const kept of history.writes) {
    const { cell, unit, spot, raw } = kept;
    const isKeyed = cell.key.startsWith(`${cell.owner}[`) && !cell.external && !isNameless(cell.name);
    if (!isKeyed || !guards.has(cell.key) || history.writesOf(cell.key).at(-1) !== kept) continue;
    if (!(raw instanceof Thing) || raw.promise?.status !== 'rejected') continue;
    const end = run.events.findIndex(
      (event, index) => index > kept.index && event.kind === 'end' && event.outcome === 'threw',
    );
    if (end === -1) continue;
    const moments = { seen: kept.index, between: end, act: end };
    yield { code: 'HD6009', location: cell.name, unit, other: unit, ...moments, spot, severity: 'error' };
  }
}

/** Under a key it is noted that something is done, and then it fails, and the note stays: `seen.add(id); await send(id)`. */
export function notedTooEarly(run: Run, guards: ReadonlySet<string>): WriteEvent | undefined {
  if (!hasFailed(run) || run.abandoned !== undefined) return undefined;
  const history = new History(run);
  const failure = run.events.findIndex((event, index) => index >= run.start && isFailure(event));
  const end = run.events.findIndex((event, index) => index > failure && event.kind === 'end');
  if (failure === -1 || end === -1 || !isThrown(run.events[end]!)) return undefined;
  return history.writes.find(
    ({ cell, index, raw, how }) =>
      index < failure &&
      how === 'set' &&
      !(raw instanceof Thing && raw.kind === 'promise') &&
      cell.key.startsWith(`${cell.owner}[`) &&
      !cell.external &&
      !isNameless(cell.name) &&
      guards.has(cell.key) &&
      history.writesOf(cell.key).at(-1)!.index === index,
  );
}

function isThrown(event: TraceEvent): boolean {
  return event.kind === 'end' && event.outcome === 'threw';
}

/** What is taken is a number: of places, or of those who hold one. */
export function isCounted({ events }: Run, { seen }: Violation): boolean {
  const taken = events[seen];
  return taken?.kind === 'write' && typeof taken.raw === 'number' && typeof taken.before === 'number';
}

/** What cleans up is not expected to fail. */
function isFailure(event: TraceEvent): boolean {
  return (
    event.kind === 'resume' &&
    event.rejected &&
    !/clos|releas|unlock|disconnect|rollback|cancel|destroy|\blog|warn|report|notify|cleanup|dispos/i.test(event.what)
  );
}

/** The first write of each location. */
function takenIn(history: History): WriteEvent[] {
  const seen = new Set<string>();
  return history.writes.filter(({ cell, conditional }) => {
    if (conditional || cell.external || isNameless(cell.name) || seen.has(cell.key)) return false;
    seen.add(cell.key);
    return true;
  });
}

/** What no variable or field of the program leads to belongs to the call alone. */
export function isNameless(name: string): boolean {
  return /^(?:Array|Object|Map|Set)\b/.test(name);
}

function isRestored(taken: WriteEvent, last: WriteEvent): boolean {
  if (taken.how === 'delete' || taken.how === 'clear' || taken.how === 'shift') return false;
  if (last.how === 'delete') return isNothing(taken.before);
  return last.how === 'set' && isState(last.raw) && (last.raw === taken.before || bothNothing(last.raw, taken.before));
}

function isState(raw: Raw): boolean {
  return !(raw instanceof Thing) || raw.kind === 'promise';
}

function isNothing(raw: Raw): boolean {
  return raw === undefined || raw === null;
}

function bothNothing(one: Raw, other: Raw): boolean {
  return isNothing(one) && isNothing(other);
}

function hasPause(events: readonly TraceEvent[], from: number, to: number): boolean {
  return events.slice(from, to).some(({ kind }) => kind === 'pause');
}

export function placeOf({ cell, spot }: WriteEvent): string {
  return `${cell.key} ${spot.module}:${spot.span.start}`;
}
