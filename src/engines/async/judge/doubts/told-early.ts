// Under a key it is noted that something is done; who asks for the same meanwhile is told so at once; then it fails, and the
// note is taken back. Whether the second one minds is not to be told from the code. What is given back either way only says
// that somebody is at work (`released`: places of `givenBack`).

import { areForeign } from '../../../../model/script/machine/frame.js';
import type { Run } from '../../../../model/script/machine/run.js';
import type { TraceEvent } from '../../../../model/script/machine/trace.js';
import { Thing, Unknown } from '../../../../model/script/machine/value.js';
import { hasFailed } from '../../../../model/script/outcome/failed.js';
import { History, type WriteEvent } from '../history.js';
import { isNameless, placeOf } from '../unreleased.js';

type End = Extract<TraceEvent, { kind: 'end' }>;

export function toldTooEarly(run: Run, released: ReadonlySet<string>): WriteEvent | undefined {
  if (!hasFailed(run) || run.abandoned !== undefined) return undefined;
  const history = new History(run);
  return history.writes.find(
    (note) =>
      isNote(note) &&
      !released.has(placeOf(note)) &&
      isTakenBack(history, note) &&
      history.events.some((event) => event.kind === 'end' && isToldOf(history, event, note)),
  );
}

function isNote({ cell, how, raw, conditional }: WriteEvent): boolean {
  const isEntry = cell.key.startsWith(`${cell.owner}[`) && !cell.external && !isNameless(cell.name);
  return isEntry && how === 'set' && !conditional && !(raw instanceof Thing && raw.kind === 'promise');
}

/** By the call that has made the note, which fails. */
function isTakenBack(history: History, { cell, unit, index, before }: WriteEvent): boolean {
  const next = history.writesOf(cell.key).find((write) => write.index > index);
  if (!next || areForeign(next.unit, unit) || !(next.how === 'delete' || next.raw === before)) return false;
  return history.events.some(
    (event) => event.kind === 'end' && event.outcome === 'threw' && !areForeign(event.unit, unit),
  );
}

/** It has seen the note, and nothing else, and ends. */
function isToldOf(history: History, { unit, outcome, raw, deps }: End, note: WriteEvent): boolean {
  if (outcome !== 'returned' || raw instanceof Unknown || !areForeign(unit, note.unit)) return false;
  if (rootOf(note.unit).entry !== unit.entry) return false;
  const isBusy = history.events.some((event) => event.kind === 'pause' && !areForeign(event.unit, unit));
  const seen = history.readsIn(deps, note.cell.key).find((read) => read.index > note.index);
  const taken = history.writesOf(note.cell.key).find((write) => write.index > note.index)!;
  return !isBusy && seen !== undefined && seen.index < taken.index;
}

function rootOf(unit: WriteEvent['unit']): WriteEvent['unit'] {
  let root = unit;
  while (root.parent) root = root.parent;
  return root;
}
