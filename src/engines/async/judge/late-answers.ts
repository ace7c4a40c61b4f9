// HD6003, third form: one location holds the answer to what was asked last. u asks, v asks later and is answered first, and
// then u puts the answer to its older question over that of v, without having looked at anything that v has changed.

import { areForeign, type Unit } from '../../../model/script/machine/frame.js';
import { type Raw, Thing, termOf, Unknown } from '../../../model/script/machine/value.js';
import { isArgument } from '../../../model/script/outcome/outcome.js';
import type { History, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

export function* lateAnswers(history: History): Generator<Violation> {
  for (const last of history.writes) {
    if (!isAnswered(last) || isOneShot(last.unit.entry)) continue;
    const newer = history
      .writesOf(last.cell.key)
      .findLast(({ index, unit }) => index < last.index && areForeign(unit, last.unit));
    if (!newer || !isAnswered(newer) || newer.unit.entry !== last.unit.entry) continue;
    if (history.readsIn(last.value, last.cell.key).some(({ index }) => index < newer.index)) continue;
    if (!arePartsOfOwn(history, last, newer) && !isOlderAnswer(history, last, newer)) continue;
    const [first, second] = [startOf(history, last.unit), startOf(history, newer.unit)];
    if (second <= askedAt(history, last, first) || isAware(history, last, newer)) continue;
    if (isForItself(history, last) || isForItself(history, newer)) continue;
    yield {
      code: 'HD6003',
      location: last.cell.name,
      unit: last.unit,
      other: newer.unit,
      seen: first,
      between: newer.index,
      act: last.index,
      spot: last.spot,
      severity: 'error',
    };
  }
}

/** R12: what is done once. */
function isOneShot(entry: string): boolean {
  return /(?:^|\.)(?:connect|init|setup|start|boot|configure)/i.test(entry);
}

/** A location that has no key: a variable or a field. */
function isAnswered({ cell, how, raw, conditional }: WriteEvent): boolean {
  const isKnown = !(raw instanceof Unknown) && !(raw instanceof Thing && raw.kind === 'object');
  return !isKnown && how === 'set' && !conditional && !cell.external && !/\[|\.\*$/.test(cell.key);
}

/** What is written, or the same part of it, answers the one's question here and the other's there. */
function arePartsOfOwn(history: History, last: WriteEvent, newer: WriteEvent): boolean {
  const [late, early] = [partsOf(last.raw), partsOf(newer.raw)];
  return [...late].some(([name, raw]) => {
    const other = early.get(name);
    return other !== undefined && isOfOwn(history, raw, other) && isOfOwn(history, other, raw);
  });
}

/** `sheet = await source.current()`, again and again: the same is asked, and what was read first is stored last. */
function isOlderAnswer(history: History, last: WriteEvent, newer: WriteEvent): boolean {
  if (!(last.raw instanceof Unknown) || !(newer.raw instanceof Unknown) || last.raw.term !== newer.raw.term)
    return false;
  if (!/refresh|reload|revalidate|poll|setInterval/i.test(last.unit.entry)) return false;
  if (history.readsIn(last.control, last.cell.key).length > 0) return false;
  const [mine, theirs] = [last, newer].map(({ value }) =>
    history.allReadsIn(value).findLast(({ cell }) => cell.external),
  );
  return mine !== undefined && theirs !== undefined && mine.index < theirs.index;
}

function partsOf(raw: Raw): ReadonlyMap<string, Raw> {
  if (!(raw instanceof Thing)) return new Map([['', raw]]);
  return new Map([...raw.properties].map(([name, value]) => [name, value.raw]));
}

/** It was asked with something that this call was given, and the other was not. */
function isOfOwn({ parameters }: History, own: Raw, other: Raw): boolean {
  if (!(own instanceof Unknown) && !(own instanceof Thing && own.kind === 'array')) return false;
  const [term, otherTerm] = [termOf(own), termOf(other)];
  return [...parameters].some((name) => isArgument(name, term) && !isArgument(name, otherTerm));
}

/** What the call looks at again after a pause is its own memory: that is the business of HD6011. */
function isForItself({ events }: History, { index, unit, cell }: WriteEvent): boolean {
  const pause = events.findIndex((event, at) => at > index && event.kind === 'pause' && !areForeign(event.unit, unit));
  if (pause === -1) return false;
  return events
    .slice(pause)
    .some((event) => event.kind === 'read' && event.cell.key === cell.key && !areForeign(event.unit, unit));
}

function startOf({ events }: History, unit: Unit): number {
  return events.findIndex((event) => event.kind === 'start' && event.unit.id === rootOf(unit).id);
}

/** When it began to wait for what it writes. */
function askedAt({ events }: History, { index, unit }: WriteEvent, start: number): number {
  const at = events.findLastIndex(
    (event, when) => when < index && event.kind === 'pause' && !areForeign(event.unit, unit),
  );
  return Math.max(at, start);
}

/** R6, R7: it has looked at something that the other call had changed. */
function isAware(history: History, last: WriteEvent, newer: WriteEvent): boolean {
  return history.allReadsIn(last.control).some((read) => {
    if (areForeign(read.unit, last.unit)) return false;
    return history
      .writesOf(read.cell.key)
      .some(({ index, unit }) => index < read.index && !areForeign(unit, newer.unit));
  });
}

function rootOf(unit: Unit): Unit {
  let root = unit;
  while (root.parent) root = root.parent;
  return root;
}
