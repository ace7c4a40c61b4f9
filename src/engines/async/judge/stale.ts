// HD6001, HD6002, HD6005: a unit reads a location, another writes it, and the first one writes it on the strength of what
// it read. The precision rules of frontend-typescript.md, section 5, are here, each at its place.

import { areForeign, wholeOf } from '../../../model/script/machine/frame.js';
import { type Raw, Thing, termOf, Unknown } from '../../../model/script/machine/value.js';
import type { History, ReadEvent, WriteEvent } from './history.js';
import { versionRead } from './settled/compared.js';
import { isLetInByOutside, isSettled } from './settled/settled.js';
import type { Violation } from './violation.js';

export function* staleWrites(history: History): Generator<Violation> {
  for (const write of history.writes) {
    if (write.conditional) continue;
    const found = staleRead(history, write) ?? clearedUnseen(history, write);
    if (found) yield found;
  }
}

function staleRead(history: History, write: WriteEvent): Violation | undefined {
  const { cell, unit, value, control } = write;
  const reads = history
    .readsIn(value | control, cell.key)
    .filter((read) => !read.atomic && !areForeign(read.unit, unit) && wholeOf(read.unit) === wholeOf(unit));
  const compared = versionRead(history, write) ?? write.index;
  for (const read of reads) {
    // What was appended meanwhile is behind what is taken from the front.
    const foreign = history
      .foreignWrites(cell.key, read.index, compared, unit, read.unit)
      .filter(({ how }) => how !== 'add' || !takesFromFront(write));
    if (foreign.length === 0) continue;
    const flows = isIn(read, value);
    if (isReserved(history, read, write, foreign[0]!) && (!flows || isMerged(history, write, foreign.at(-1)!)))
      continue;
    if (isValidated(history, write, foreign.at(-1)!, read, flows)) continue;
    const last = flows
      ? foreign.at(-1)
      : foreign.findLast(
          (other) => !isHarmless(history, read, write, other) && !isSettled(history, read, write, other),
        );
    if (!last) continue;
    if (cell.key.startsWith('probe ') && isLetIn(history, read, last)) continue;
    const code = cell.key.startsWith('probe ') ? 'HD6005' : flows ? 'HD6002' : 'HD6001';
    return violation(code, write, read, last);
  }
  return undefined;
}

/** Whoever of the two came last. */
function isLetIn(history: History, read: ReadEvent, other: WriteEvent): boolean {
  const theirs = history
    .readsOf(read.cell.key)
    .findLast(({ unit, index }) => index < other.index && unit === other.unit);
  return isLetInByOutside(history, theirs && theirs.index > read.index ? theirs : read);
}

function violation(
  code: Violation['code'],
  write: WriteEvent,
  read: ReadEvent | WriteEvent,
  between: WriteEvent,
): Violation {
  return {
    code,
    location: write.cell.name,
    unit: write.unit,
    other: between.unit,
    seen: read.index,
    between: between.index,
    act: write.index,
    spot: write.spot,
    severity: 'error',
  };
}

function isIn({ bit }: ReadEvent, deps: bigint): boolean {
  return ((deps >> BigInt(bit)) & 1n) === 1n;
}

/** R2: between the check and the other's write, the unit has written the location itself. */
function isReserved(history: History, read: ReadEvent, write: WriteEvent, foreign: WriteEvent): boolean {
  return history.ownWrites(write.cell.key, read.index, foreign.index, write.unit).length > 0;
}

/** What the unit had taken out is put back beside what is there now. */
function isMerged(history: History, { value, cell, unit }: WriteEvent, foreign: WriteEvent): boolean {
  return history.readsIn(value, cell.key).some((read) => read.index > foreign.index && !areForeign(read.unit, unit));
}

/** R1, R6: the write is also guarded by a read after the last foreign write; for a value, one that compares. */
function isValidated(
  history: History,
  write: WriteEvent,
  foreign: WriteEvent,
  stale: ReadEvent,
  flows: boolean,
): boolean {
  const fresh = history
    .readsIn(write.control, write.cell.key)
    .some(({ index, unit }) => index > foreign.index && !areForeign(unit, write.unit));
  return fresh && (!flows || isIn(stale, write.control));
}

/** R4, R8: what is written is there already, and nothing that matters was done on the way. */
function isHarmless(history: History, read: ReadEvent, write: WriteEvent, foreign: WriteEvent): boolean {
  if (write.how !== foreign.how || isDeed(history, write)) return false;
  // Who takes from the front after another one has done so takes something else.
  if (takesFromFront(write) && takesFromFront(foreign)) return false;
  // R4: the answer to one and the same question, which both have waited for.
  if (write.raw instanceof Unknown && write.raw === foreign.raw) return true;
  const isAlike = isSame(history, write.raw, foreign.raw) && !isGiven(history, write);
  if (!isAlike && !isSameFill(history, write, foreign)) return false;
  if (write.raw !== foreign.raw && isFilled(history, foreign.raw)) return false;
  if (changesTwice(history, read, write, foreign) || addsTwice(history, read, write)) return false;
  return !history.effects.some(
    ({ index, unit, control, deps, spot }) =>
      index > read.index &&
      index <= write.index &&
      !areForeign(unit, write.unit) &&
      isIn(read, control | deps) &&
      spot.span.start !== write.spot.span.start,
  );
}

/** `book.apply(id, …)`: done twice, whatever is said. */
function isDeed({ effects }: History, { unit, spot, cell }: WriteEvent): boolean {
  return (
    cell.external &&
    effects.some((effect) => effect.isDone && effect.unit === unit && effect.spot.span.start === spot.span.start)
  );
}

/** On the strength of the same look it also counts on something that others look at: `rows = await list(page); page++`. */
function changesTwice(history: History, read: ReadEvent, write: WriteEvent, foreign: WriteEvent): boolean {
  return history.writes.some((other) => {
    const { cell, unit, control, value, spot, index } = other;
    if (cell.key === write.cell.key || cell.external || areForeign(unit, write.unit) || !isIn(read, control))
      return false;
    // What is counted while the look is still true is right.
    if (index < foreign.index) return false;
    const isSum = history.readsIn(value, cell.key).length > 0 && !isHeld(history, cell.key);
    // R9: what is only counted decides nothing.
    return isSum && history.readsOf(cell.key).some((look) => look.spot.span.start !== spot.span.start);
  });
}

/** It goes up and down again: so many are at work. */
function isHeld(history: History, cell: string): boolean {
  const steps = history
    .writesOf(cell)
    .map(({ raw, before }) => (typeof raw === 'number' && typeof before === 'number' ? raw - before : 0));
  return steps.some((step) => step > 0) && steps.some((step) => step < 0);
}

/** What is replaced holds something of its own: who was put there is nowhere now. */
function isFilled(history: History, raw: Raw): boolean {
  if (!(raw instanceof Thing) || raw.kind !== 'object' || raw.lazy) return false;
  const parts = [...raw.properties.values()].flatMap(({ raw: part }) =>
    part instanceof Thing && /^(?:map|set|array)$/.test(part.kind) && !part.lazy ? [`${part.id}`] : [],
  );
  return history.writes.some(({ cell, how }) => how === 'add' && parts.includes(cell.owner));
}

/** On the strength of the same look it puts something into a list, or listens: now it is there twice. */
function addsTwice(history: History, read: ReadEvent, write: WriteEvent): boolean {
  return history.writes.some(({ how, cell, unit, control, spot, index }) => {
    if (how !== 'add' || cell.external || areForeign(unit, write.unit) || !isIn(read, control)) return false;
    if (index < read.index || index > write.index || isOfCall(history, cell.owner, unit)) return false;
    // Who waits in a list and is taken out of it again is not there twice.
    if (isTakenOut(history, cell.key, index, write.index)) return false;
    // A map or a set holds a key once.
    return !history.writes.some((other) => other.how === 'set' && other.spot.span.start === spot.span.start);
  });
}

function isTakenOut(history: History, cell: string, from: number, to: number): boolean {
  return history
    .writesOf(cell)
    .some(({ how, index }) => index > from && index < to && (how === 'shift' || how === 'delete' || how === 'clear'));
}

/** Nobody else has looked at it. */
function isOfCall({ events }: History, owner: string, unit: WriteEvent['unit']): boolean {
  return !events.some((event) => 'cell' in event && ownerOf(event) === owner && areForeign(event.unit, unit));
}

function ownerOf(event: History['events'][number]): string | undefined {
  return 'cell' in event && typeof event.cell !== 'string' ? event.cell.owner : undefined;
}

/** `shift()`, `splice(0, n)`: what was appended meanwhile is behind it. */
function takesFromFront({ how, raw }: WriteEvent): boolean {
  return how === 'shift' && raw === undefined;
}

/** What is written comes from a part of a parameter that the location does not name: another call may have been given another. */
function isGiven({ parameters }: History, { raw, cell }: WriteEvent): boolean {
  if (raw === null || (typeof raw !== 'object' && typeof raw !== 'function')) return false;
  const named = new Set([...parameters].flatMap((name) => partsIn(cell.key, name)));
  const term = termOf(raw);
  return [...parameters].some((name) => partsIn(term, name).some((part) => !named.has(part)));
}

/** `order`, `order.id`: where a text speaks of a parameter or of something in it. */
function partsIn(text: string, name: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (/[\w.$]/.test(text[at - 1] ?? '')) continue;
    const path = /^(?:\.[\w$]+)*(?![\w$])/.exec(text.slice(at + name.length))?.[0];
    if (path !== undefined) found.push(name + path);
  }
  return found;
}

/** Both store what they were answered to the same question, at the same place: an answer may be older than the other. */
function isSameFill(history: History, write: WriteEvent, foreign: WriteEvent): boolean {
  if (write.spot.span.start !== foreign.spot.span.start || write.spot.module !== foreign.spot.module) return false;
  const asked = externalReads(history, write);
  return asked.length > 0 && asked.join() === externalReads(history, foreign).join();
}

function externalReads(history: History, { value, unit }: WriteEvent): string[] {
  const reads = history.allReadsIn(value).filter((read) => read.cell.external && !areForeign(read.unit, unit));
  return reads.map(({ cell }) => history.named(cell.key));
}

function isSame(history: History, one: Raw, other: Raw): boolean {
  if (one === other) return true;
  if (one instanceof Thing && other instanceof Thing && one.kind !== 'object' && one.kind !== 'array') return false;
  return history.areEqual(one, other);
}

/** A container is emptied after a pause, though the unit has not seen what was put in meanwhile. */
function clearedUnseen(history: History, write: WriteEvent): Violation | undefined {
  const { cell, unit } = write;
  const isReplaced = write.how === 'set' && cell.key.endsWith('.*');
  if (write.how !== 'clear' && !isReplaced) return undefined;
  const read = history
    .readsOf(cell.key)
    .findLast((event) => event.index < write.index && !areForeign(event.unit, unit));
  if (!read) return droppedUnseen(history, write);
  if (isReplaced) return undefined;
  const foreign = history
    .foreignWrites(cell.key, read.index, write.index, unit, read.unit)
    .filter(({ how }) => how === 'add' || how === 'set');
  const [first] = foreign;
  if (!first || history.ownWrites(cell.key, read.index, first.index, unit).length > 0) return undefined;
  if (hasTaken(history, write, first)) return undefined;
  return violation('HD6002', write, read, first);
}

/** It has put a new container there, others fill it, and it puts something else in its place without having looked. */
function droppedUnseen(history: History, write: WriteEvent): Violation | undefined {
  const { cell, unit } = write;
  const made = history.writes.find(
    ({ raw, index, unit: maker }) =>
      index < write.index && !areForeign(maker, unit) && raw instanceof Thing && `${raw.id}` === cell.owner,
  );
  if (!made || hasTaken(history, write, made)) return undefined;
  const [first] = history
    .foreignWrites(cell.key, made.index, write.index, unit, made.unit)
    .filter(({ how }) => how === 'add' || how === 'set');
  return first ? { ...violation('HD6002', write, made, first), location: made.cell.name } : undefined;
}

/** Who holds the container in its hands has seen what is in it. */
function hasTaken({ events }: History, { cell, unit, index: last }: WriteEvent, { index: first }: WriteEvent): boolean {
  return events
    .slice(first + 1, last)
    .some(
      (event) =>
        event.kind === 'read' &&
        event.raw instanceof Thing &&
        `${event.raw.id}` === cell.owner &&
        !areForeign(event.unit, unit),
    );
}
