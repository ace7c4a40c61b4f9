// The loser of a race goes on, and so do the others when one of `Promise.all` fails. HD6003, second form: what it writes comes
// after what was written without it, by the call that has left it behind or by one that began afterwards. HD6004, third
// form: what it registers comes after the call has gone through all that was registered, to undo it.

import { areForeign, isAncestor, type Unit } from '../../../model/script/machine/frame.js';
import type { TraceEvent } from '../../../model/script/machine/trace.js';
import { Thing, Unknown } from '../../../model/script/machine/value.js';
import type { History, WriteEvent } from './history.js';
import type { Violation } from './violation.js';

export function* lateLosers(history: History): Generator<Violation> {
  for (const [index, event] of history.events.entries()) {
    if (event.kind !== 'left' || event.unit.id === 0) continue;
    for (const write of history.writes) {
      if (write.index < index || write.conditional || !isAncestor(event.unit, write.unit)) continue;
      const began = history.events.findIndex(({ unit }) => isAncestor(event.unit, unit));
      const newer = history
        .writesOf(write.cell.key)
        .findLast(
          (other) => other.index > index && other.index < write.index && isWithoutIt(history, other, event.unit, index),
        );
      if (!newer || isGuarded(history, write, newer, began) || isSameAnswer(write, newer)) continue;
      if (isRelative(history, write, newer)) continue;
      yield {
        code: 'HD6003',
        location: write.cell.name,
        unit: write.unit,
        other: newer.unit,
        seen: index,
        between: newer.index,
        act: write.index,
        spot: write.spot,
        severity: 'error',
      };
    }
  }
}

/** The answer to the same question, whoever asked: a cache is filled twice. */
function isSameAnswer({ raw, cell }: WriteEvent, newer: WriteEvent): boolean {
  if (!(raw instanceof Unknown) || !(newer.raw instanceof Unknown)) return false;
  const isEntry = cell.key.startsWith(`${cell.owner}[`) || cell.key.endsWith('.*');
  // Under one key, what was asked about it: the names of the key may differ.
  const [one, other] = [raw.term, newer.raw.term].map((term) => (isEntry ? term.split('(')[0] : term));
  return one === other;
}

/** A loop over what the others have left, and then one of them adds to it: nobody will undo that. */
export function* lateOfMany(history: History): Generator<Violation> {
  for (const [index, event] of history.events.entries()) {
    if (event.kind !== 'left' || event.unit.id === 0) continue;
    for (const write of history.writes) {
      if (write.index < index || write.how !== 'add' || !isAncestor(event.unit, write.unit)) continue;
      const passed = history.events.findIndex(
        (other, at) =>
          at > index && at < write.index && isPassed(other) && isOfParent(other, write.cell.key, event.unit),
      );
      if (passed === -1) continue;
      const isSeen = history
        .readsOf(write.cell.key)
        .some((read) => read.index > write.index && !isAncestor(event.unit, read.unit));
      if (isSeen) continue;
      yield {
        code: 'HD6004',
        location: write.cell.name,
        unit: write.unit,
        other: history.events[passed]!.unit,
        seen: index,
        between: passed,
        act: write.index,
        spot: write.spot,
        severity: 'error',
      };
    }
  }
}

type Passed = Extract<TraceEvent, { kind: 'iterate' | 'read' }>;

/** `for (const each of list)`, `list.map(…)`: all of it, not its length. */
function isPassed(event: TraceEvent): event is Passed {
  return (
    event.kind === 'iterate' || (event.kind === 'read' && event.raw instanceof Thing && event.raw.kind === 'array')
  );
}

function isOfParent(event: Passed, cell: string, loser: Unit): boolean {
  return event.cell.key === cell && rootOf(event.unit) === rootOf(loser) && !isAncestor(loser, event.unit);
}

/** Written by whoever went on without the loser, or by a call that was made after it had lost. */
function isWithoutIt({ events }: History, { unit }: WriteEvent, loser: Unit, left: number): boolean {
  if (rootOf(unit) === rootOf(loser)) return !isAncestor(loser, unit);
  const root = rootOf(unit);
  return events.findIndex((event) => event.kind === 'start' && event.unit.id === root.id) > left;
}

function rootOf(unit: Unit): Unit {
  let root = unit;
  while (root.parent) root = root.parent;
  return root;
}

/** It changes what is there now: one less, the first one taken out, one more behind the others. */
function isRelative(history: History, { cell, value, how }: WriteEvent, newer: WriteEvent): boolean {
  const isPut = how === 'add' && (newer.how === 'add' || newer.how === 'shift');
  return isPut || how === 'shift' || history.readsIn(value, cell.key).some(({ index }) => index > newer.index);
}

/** It looks at the location, or at anything that was written since it began, before it writes. */
function isGuarded(history: History, write: WriteEvent, newer: WriteEvent, began: number): boolean {
  return history.allReadsIn(write.control).some(({ index, cell }) => {
    if (index > newer.index && cell.key === newer.cell.key) return true;
    return history
      .writesOf(cell.key)
      .some((other) => other.index > began && other.index < index && !areForeign(other.unit, newer.unit));
  });
}
