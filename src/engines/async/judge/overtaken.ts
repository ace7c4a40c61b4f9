// HD6011: a call does something outside because of a read that another call has made out of date, or with what another call
// has put in the place of its own. These are candidates: whether it matters is told by the outcome, which must be that of
// no serial order of the calls (model/script/outcome).

import { areForeign, type Unit, wholeOf } from '../../../model/script/machine/frame.js';
import { termOf } from '../../../model/script/machine/value.js';
import { withoutNumbers } from '../../../model/script/outcome/numbers.js';
import type { EffectEvent, History, ReadEvent, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

export function* overtaken(history: History): Generator<Violation> {
  for (const act of history.effects) {
    if (!act.counts) continue;
    for (const read of history.allReadsIn(act.deps | act.control)) {
      const missed = missedBetween(history, read, act);
      if (missed) yield violation(act, read, missed, read.cell.name);
    }
    yield* mixedUp(history, act);
  }
}

/** The last write that the act should have known of. */
function missedBetween(history: History, read: ReadEvent, act: EffectEvent): WriteEvent | undefined {
  if (read.atomic || read.unit.id === 0 || !isSameWhole(read.unit, act.unit)) return undefined;
  const { key } = read.cell;
  const foreign = history.foreignWrites(key, read.index, act.index, act.unit, read.unit);
  const last = foreign.at(-1);
  if (!last || foreign.every(({ raw }) => raw === read.raw)) return undefined;
  if (history.ownWrites(key, read.index, foreign[0]!.index, act.unit).length > 0) return undefined;
  const isAware = history
    .readsIn(act.deps | act.control, key)
    .some(({ index, unit }) => index > last.index && !areForeign(unit, act.unit));
  return isAware ? undefined : last;
}

function isSameWhole(one: Unit, other: Unit): boolean {
  return !areForeign(one, other) && wholeOf(one) === wholeOf(other);
}

/** u puts something there, v puts its own in place of it, u takes that for its own and uses it beside what it was given. */
function* mixedUp(history: History, act: EffectEvent): Generator<Violation> {
  if (!speaksOfOwn(history, act)) return;
  for (const read of history.allReadsIn(act.deps)) {
    if (read.unit.id === 0 || !isSameWhole(read.unit, act.unit)) continue;
    const { key } = read.cell;
    const between = history.foreignWrites(key, -1, read.index, act.unit, read.unit).at(-1);
    const own = between && history.ownWrites(key, -1, between.index, act.unit).at(-1);
    if (!own || own.raw === between.raw || between.raw !== read.raw) continue;
    // What was put there has been made of what stood there: a list that both have added to.
    if (history.readsIn(between.value, key).some(({ index }) => index > own.index)) continue;
    if (history.ownWrites(key, between.index, read.index, act.unit).length > 0) continue;
    if (withoutNumbers(termOf(own.raw)) === withoutNumbers(termOf(between.raw))) continue;
    yield violation(act, own, between, read.cell.name);
  }
}

/** Beside what it took it also says what only this call was given. */
function speaksOfOwn({ parameters }: History, { term, unit }: EffectEvent): boolean {
  let root = unit;
  while (root.parent) root = root.parent;
  return [...parameters].some((name) => name.endsWith(String(-root.id)) && term.includes(name));
}

function violation(act: EffectEvent, seen: ReadEvent | WriteEvent, between: WriteEvent, location: string): Violation {
  const { unit, spot } = act;
  return {
    code: 'HD6011',
    location,
    unit,
    other: between.unit,
    seen: seen.index,
    between: between.index,
    act: act.index,
    spot,
    severity: 'error',
    deed: act.name,
  };
}
