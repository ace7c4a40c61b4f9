// Findings in the words of a review: what goes wrong, which lines, which lock is held and which is missing, and a fix.

import type { CaptionedPlace } from '../../../verdict/verdict.js';
import type { Candidate } from '../detect/candidates.js';
import type { RaceCandidate } from '../detect/races.js';
import type { SharedLocation } from '../lower/shared-object.js';
import type { Access, UnitGraph } from '../lower/unit-graph.js';
import { spanOf } from './pair-program.js';

export interface Words {
  readonly message: string;
  readonly places: readonly CaptionedPlace[];
  readonly because: readonly string[];
  readonly help: string;
}

export function namesOf(locations: readonly SharedLocation[]): string {
  const names = [...new Set(locations.map(({ name }) => name))];
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

export function candidateWords(asked: Candidate, unit: UnitGraph, other: UnitGraph): Words {
  const candidate = { ...asked, between: inOrder(asked) };
  const { first, second, between } = candidate;
  const places = [
    placed(first, `1. ${unit.method} ${verb(first)}`),
    ...eachOnce(between)
      .slice(0, 2)
      .map((access) => placed(access, `2. ${other.method} ${verb(access)}`)),
    placed(second, `3. ${unit.method} ${verb(second)}`),
  ];
  return {
    message: titleOf(candidate, unit, other),
    places,
    because: [...consequenceOf(candidate, unit, other), lockStory(candidate, unit, other)],
    help: fixOf(candidate, unit, other),
  };
}

/** First the one that the story is about: which does not hold the lock, and which changes something. */
function inOrder({ first, second, between }: Candidate): readonly Access[] {
  const kept = keptLock(first, second);
  const weight = ({ held, kind, location }: Access) =>
    (kept && held.some(({ object }) => object.id === kept.object.id) ? 4 : 0) +
    (kind === 'read' ? 2 : 0) +
    (location.id === first.location.id ? 0 : 1);
  const sorted = [...between].sort((a, b) => weight(a) - weight(b));
  const open = sorted.filter(({ held }) => !held.some(({ object }) => object.id === kept?.object.id));
  return kept && open.length > 0 ? open : sorted;
}

/** The lock that is held from the first access to the second. */
function keptLock(first: Access, second: Access): Access['held'][number] | undefined {
  return first.held.find((lock) => lock.object.exact && second.held.some(({ scope }) => scope === lock.scope));
}

/** Copies of one line, where a method was followed several times, are one line to the reader. */
function eachOnce(accesses: readonly Access[]): Access[] {
  return [...new Map(accesses.map((access) => [`${access.node.start} ${verb(access)}`, access])).values()];
}

/** Tested, then read again and used, while the other one puts null there. */
function isNulled({ kind, first, second, between }: Candidate): boolean {
  return (
    kind === 'stale-check' &&
    first.kind === 'read' &&
    first.location.id === second.location.id &&
    second.kind === 'read' &&
    !first.location.isContent &&
    between.some(({ constant }) => constant === 'null')
  );
}

function titleOf(candidate: Candidate, unit: UnitGraph, other: UnitGraph): string {
  const { kind, first, second } = candidate;
  const what = namesOf([first.location, second.location]);
  const rival = other.name === unit.name ? 'another call of itself' : other.name;
  switch (kind) {
    case 'lost-update':
      return `${unit.name} can lose an update of ${what} made by ${rival}`;
    case 'stale-check':
      if (isNulled(candidate))
        return `${unit.name} tests ${what} and then uses it, but ${rival} may set it to null in between`;
      if (first.kind === 'write')
        return `${unit.name} reads back what it has put into ${what}, but ${rival} may have changed it in between`;
      return first.location.id === second.location.id
        ? `${unit.name} acts on ${what} after ${rival} has changed it`
        : `${unit.name} acts on ${second.location.name} though ${rival} has changed ${first.location.name} since it was checked`;
    case 'iteration':
      return `${unit.name} goes through ${what} while ${rival} changes it`;
    case 'torn-pair':
      if (first.kind === 'read') return `${unit.name} can see ${what} half updated by ${rival}`;
      return candidate.between.every(({ kind }) => kind === 'write')
        ? `${unit.name} and ${rival} can leave ${what} with one value from each`
        : `${rival} can see ${what} half updated by ${unit.name}`;
    case 'dirty-read':
      return `${rival} can see ${what} in the middle of ${unit.name}`;
    case 'unrepeatable':
      return `${unit.name} reads ${what} twice and can get two answers because of ${rival}`;
  }
}

function consequenceOf(candidate: Candidate, unit: UnitGraph, other: UnitGraph): string[] {
  const { kind, first, second, between } = candidate;
  const lines = linesOf(first, second);
  const there = between[0] ? `line ${between[0].node.line}` : 'there';
  switch (kind) {
    case 'lost-update':
      return [
        `${unit.method} writes a value computed from its read at line ${first.node.line}; what ${other.method} wrote at ${there} in between is overwritten`,
      ];
    case 'stale-check':
      if (isNulled(candidate))
        return [
          `line ${first.node.line} sees an object, line ${second.node.line} reads ${first.location.name} again and may get null where an object is expected`,
        ];
      if (first.kind === 'write')
        return [
          `${unit.method} writes ${first.location.name} at line ${first.node.line} and reads it back at line ${second.node.line}, but by then ${other.method} may have written it at ${there}`,
        ];
      return [
        `what ${unit.method} read at line ${first.node.line} decides what it does at line ${second.node.line}, but by then ${other.method} may have changed it at ${there}`,
      ];
    case 'iteration':
      return [
        `the iteration looks at ${first.location.name} in every round, and a change at ${there} makes it throw ConcurrentModificationException or miss elements`,
      ];
    case 'torn-pair':
      return [
        `${isOneLine(first, second) ? `the two accesses of ${lines}` : lines} belong together: ${other.method} at ${there} comes between them and sees or leaves one old and one new value`,
      ];
    case 'dirty-read':
      return [
        `${isOneLine(first, second) ? `in the middle of ${lines}` : `between ${lines}`} the value is only half done, and ${other.method} reads it at ${there}`,
      ];
    case 'unrepeatable':
      return [
        `${lines} ${isOneLine(first, second) ? 'reads' : 'read'} ${first.location.name} again, and ${other.method} may have written it at ${there} in between`,
      ];
  }
}

function isOneLine(first: Access, second: Access): boolean {
  return first.node.line === second.node.line && first.node.source === second.node.source;
}

function linesOf(first: Access, second: Access): string {
  return isOneLine(first, second) ? `line ${first.node.line}` : `line ${first.node.line} and line ${second.node.line}`;
}

/** How far something would have to be held. */
function spanOfLines(first: Access, second: Access): string {
  return isOneLine(first, second)
    ? `over the whole of line ${first.node.line}`
    : `from line ${first.node.line} to line ${second.node.line}`;
}

function lockStory({ first, second, between }: Candidate, unit: UnitGraph, other: UnitGraph): string {
  const mine = lockNames(first).filter((name) => lockNames(second).includes(name));
  const theirs = between[0] ? lockNames(between[0]) : [];
  if (first.atomic && second.atomic && mine.length === 0)
    return `each call on ${namesOf([first.location, second.location])} is atomic by itself, but nothing is held ${spanOfLines(first, second)}`;
  if (mine.length > 0) {
    const kept = keptLock(first, second);
    if (kept)
      return `${unit.method} holds ${kept.object.name} ${spanOfLines(first, second)}, but ${other.method} ${other.isOnAnotherObject ? 'has locks of its own' : theirs.length === 0 ? 'holds no lock' : `holds ${theirs.join(', ')}`} at line ${between[0]?.node.line}`;
    return `each access holds ${mine.join(', ')}, but ${unit.method} lets go of it ${isOneLine(first, second) ? 'within' : 'between'} ${linesOf(first, second)}`;
  }
  const held = [...new Set([...lockNames(first), ...lockNames(second)])];
  return held.length === 0
    ? `${unit.method} holds no lock at ${linesOf(first, second)}`
    : `${unit.method} does not hold ${held.join(', ')} at both lines`;
}

function lockNames({ held }: Access): string[] {
  return [
    ...new Set(
      held
        .filter(({ object }) => object.exact)
        .map(({ object, mode }) =>
          mode === 'shared'
            ? `the read side of ${object.name}`
            : object.name === 'this'
              ? 'the monitor of this'
              : object.name,
        ),
    ),
  ];
}

function fixOf(candidate: Candidate, unit: UnitGraph, other: UnitGraph): string {
  const { kind, first, second, between } = candidate;
  const kept = keptLock(first, second);
  if (kept && between[0] && lockNames(between[0]).length === 0 && !first.location.isStatic)
    return `hold ${lockNames({ ...first, held: [kept] })[0]} at line ${between[0].node.line} of ${other.method} as well`;
  if (isNulled(candidate)) return `read ${first.location.name} once into a local variable, and test and use that`;
  const { location } = first;
  const lines =
    first.node.line === second.node.line
      ? `line ${first.node.line}`
      : `lines ${first.node.line} to ${second.node.line}`;
  if (kind === 'iteration')
    return `hold the lock that guards ${location.name} during the whole iteration, or iterate over a copy made under it`;
  if (location.id === second.location.id && location.object.library?.policy === 'atomic') {
    if (/Atomic|Adder/.test(location.type.name))
      return `use one atomic call on ${location.name}: compareAndSet in a loop, updateAndGet or incrementAndGet`;
    return `use one atomic call on ${location.name}, such as putIfAbsent, computeIfAbsent, computeIfPresent, merge or remove(key, value)`;
  }
  if (location.isStatic && [...first.held, ...second.held].some(({ object }) => /^X\b/.test(object.id)))
    return `guard ${location.name} with a lock that all objects share, such as the class`;
  const [lock] = lockNames(second);
  const object = lock ?? lockNames(first)[0];
  if (object !== undefined) return `hold ${object} over ${lines} of ${unit.method}`;
  return `guard ${namesOf([first.location, second.location])} with one lock, held over ${lines} of ${unit.method}`;
}

export function raceWords(race: RaceCandidate, writer: UnitGraph, other: UnitGraph): Words {
  const { location, write } = race;
  const verbed = race.other.kind === 'read' ? 'reads' : 'also writes';
  const message =
    race.kind === 'publication'
      ? `${other.name} can see the new object in ${location.name} before ${writer.name} has finished ${location.isContent ? 'filling' : 'making'} it`
      : `${other.name} ${verbed} ${location.name} while ${writer.name} writes it, without a common lock`;
  const [mine, theirs] = [lockNames(write), lockNames(race.other)];
  const story = `${writer.method} holds ${mine.join(', ') || 'no lock'} at line ${write.node.line}, ${other.method} holds ${theirs.join(', ') || 'no lock'} at line ${race.other.node.line}`;
  const effect = location.isContent
    ? `${location.name} is not made for two threads at once: elements get lost or its structure breaks`
    : `${location.name} is neither volatile nor guarded: the other thread may see an old value, or never the new one`;
  const fix = location.isContent
    ? `guard every use of ${location.name} with one lock, or use a concurrent collection`
    : `make ${location.name} volatile, or access it under one lock`;
  return {
    message,
    places: [
      placed(write, `${writer.method} writes ${location.name}`),
      placed(race.other, `${other.method} ${race.other.kind === 'read' ? 'reads' : 'writes'} ${location.name}`),
    ],
    because: [story, effect],
    help: fix,
  };
}

function placed(access: Access, caption: string): CaptionedPlace {
  return { place: access.node.source.place(spanOf(access.node)), caption };
}

function verb(access: Access): string {
  const { kind, location, tests } = access;
  if (tests && kind === 'write') return `updates ${location.name}`;
  return `${kind === 'read' ? 'reads' : 'writes'} ${location.name}`;
}
