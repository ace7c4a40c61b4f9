// HD6003, fourth form: a call notes that it is the last one and asks; another one notes the same for itself, asks, and shows
// its answer outside; and then the first one shows its own, which is older, without having looked at the note again.

import { areForeign } from '../../../model/script/machine/frame.js';
import type { EffectEvent, History, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

export function* superseded(history: History): Generator<Violation> {
  for (const act of history.effects) {
    if (!act.counts || !act.about || isOwn(history, act) || !showsAnswer(history, act)) continue;
    for (const note of history.writes) {
      const newer = isNote(history, note, act) && noteOfOther(history, note, act);
      if (!newer) continue;
      yield {
        code: 'HD6003',
        location: act.name,
        unit: act.unit,
        other: newer.unit,
        seen: note.index,
        between: newer.index,
        act: act.index,
        spot: act.spot,
        severity: 'error',
      };
      break;
    }
  }
}

/** What is shown to the caller alone. */
function isOwn({ parameters }: History, { about }: EffectEvent): boolean {
  return [...parameters].some((name) => about!.of === name || about!.of.startsWith(`${name}.`));
}

function showsAnswer(history: History, { deps, unit }: EffectEvent): boolean {
  return history.allReadsIn(deps).some((read) => read.cell.external && !areForeign(read.unit, unit));
}

/** It has looked there before whether it may go on, and then has put something of its own there. */
function isNote(history: History, { cell, unit, index, how }: WriteEvent, act: EffectEvent): boolean {
  if (cell.external || how !== 'set' || index > act.index || areForeign(unit, act.unit)) return false;
  return history.readsIn(act.control, cell.key).some((read) => read.index < index && !areForeign(read.unit, unit));
}

function noteOfOther(history: History, note: WriteEvent, act: EffectEvent): WriteEvent | undefined {
  const newer = history
    .foreignWrites(note.cell.key, note.index, act.index, act.unit, note.unit)
    .find(({ raw, how, unit }) => raw !== note.raw && how === 'set' && unit.entry === note.unit.entry);
  if (!newer || isAware(history, act, newer)) return undefined;
  const hasShown = history.effects.some(
    (other) =>
      other.index > newer.index &&
      other.index < act.index &&
      other.spot.span.start === act.spot.span.start &&
      other.to === act.to &&
      !areForeign(other.unit, newer.unit),
  );
  return hasShown ? newer : undefined;
}

/** R6: it has looked at something that the other call had changed. */
function isAware(history: History, act: EffectEvent, newer: WriteEvent): boolean {
  return history
    .allReadsIn(act.control | act.deps)
    .some(
      (read) =>
        !areForeign(read.unit, act.unit) &&
        history.writesOf(read.cell.key).some(({ index, unit }) => index < read.index && !areForeign(unit, newer.unit)),
    );
}
