// Data races: conflicting accesses of two units to a plain field or a collection that nobody protects, with no lock in
// common. A reference published this way shows its object half built.

import { derived } from '../../../base/derived.js';
import { groupBy } from '../../../base/group-by.js';
import { type SharedLocation, union } from '../lower/shared-object.js';
import { type Access, readsBehind, type UnitGraph } from '../lower/unit-graph.js';
import { GraphPaths } from '../relevance/graph-paths.js';
import { isImmutableValue } from '../symbols/java-type.js';
import { opponentOf } from './opponent.js';

export interface RaceCandidate {
  readonly kind: 'race' | 'publication';
  readonly location: SharedLocation;
  readonly write: Access;
  readonly other: Access;
  /** The unit that writes is the second of the pair. */
  readonly swapped: boolean;
}

export function racesBetween(a: UnitGraph, b: UnitGraph): RaceCandidate[] {
  const found = new Map<string, RaceCandidate>();
  const opponent = opponentOf(b);
  for (const mine of a.accesses) {
    if (mine.location.isSafe || mine.atomic) continue;
    for (const theirs of opponent.conflicts(mine)) {
      if (theirs.atomic || excludes(mine, theirs)) continue;
      const swapped = mine.kind === 'read' || (theirs.kind === 'write' && mine.held.length > theirs.held.length);
      const [write, other] = swapped ? [theirs, mine] : [mine, theirs];
      if (isHandedOver(swapped ? b : a, swapped ? a : b, write, other)) continue;
      const known = found.get(mine.location.id);
      // A read against a write tells more than two writes.
      if (known && (known.other.kind === 'read' || other.kind === 'write')) continue;
      found.set(mine.location.id, {
        kind: isPublication(write, other) || isFilledLate(swapped ? b : a, write, other) ? 'publication' : 'race',
        location: mine.location,
        write,
        other,
        swapped,
      });
    }
  }
  return [...found.values()];
}

/** One lock excludes the two, in modes that do. */
function excludes(a: Access, b: Access): boolean {
  return a.held.some(
    (lock) =>
      lock.object.exact &&
      b.held.some(
        (other) => other.object.id === lock.object.id && (other.mode === 'exclusive' || lock.mode === 'exclusive'),
      ),
  );
}

function isPublication(write: Access, other: Access): boolean {
  return write.fresh && !write.location.isContent && other.kind === 'read' && !isImmutableValue(write.location.type);
}

/** Filled after it was put into the field where others find it. */
function isFilledLate(writer: UnitGraph, write: Access, other: Access): boolean {
  const { field } = write.location;
  return (
    write.location.isContent &&
    field !== undefined &&
    other.kind === 'read' &&
    writer.accesses.some(
      ({ kind, fresh, id, location }) =>
        kind === 'write' && fresh && id < write.id && !location.isContent && location.field === field,
    )
  );
}

/** Written before a volatile write, read after a read of the same volatile that decided to go on: ordered. */
function isHandedOver(writer: UnitGraph, reader: UnitGraph, write: Access, read: Access): boolean {
  const flags = flagsBefore(reader).of(read);
  if (flags.size === 0) return false;
  return [...writer.accesses, ...writer.signs].some((flag) => {
    const looks = flags.get(flag.location.id);
    if (!looks || flag.kind !== 'write') return false;
    if (flag.location.isSafe) return flag.id > write.id;
    return (
      isSetWith(write, flag, looks) &&
      pathsOf(reader).isOnlyBehind(looks, sideOf(flag), read) &&
      isFirstTime(writer, write, flag)
    );
  });
}

/** A flag set under one hold of a lock with the rest, and looked at under the same lock: who sees it set comes after all of it. */
function isSetWith(write: Access, flag: Access, looks: readonly Access[]): boolean {
  return flag.held.some(
    ({ object, scope }) =>
      object.exact &&
      write.held.some((lock) => lock.scope === scope) &&
      looks.every(({ held }) => held.some((lock) => lock.object.id === object.id)),
  );
}

/** Written only where the flag was not set yet. */
function isFirstTime(writer: UnitGraph, write: Access, flag: Access): boolean {
  const looks = writer.accesses.filter(
    ({ kind, location, held }) =>
      kind === 'read' &&
      location.id === flag.location.id &&
      held.some(({ scope }) => write.held.some((lock) => lock.scope === scope)),
  );
  return pathsOf(writer).isOnlyBehind(looks, sideOf(flag) === 'then' ? 'else' : 'then', write);
}

function sideOf({ constant }: Access): 'then' | 'else' {
  return constant === 'true' ? 'then' : 'else';
}

/** The locations whose value decided that an access is reached, or went into it: volatile ones, and flags. */
class Flags {
  readonly #known = new Map<Access, ReadonlyMap<string, readonly Access[]>>();

  constructor(readonly graph: UnitGraph) {}

  of(access: Access): ReadonlyMap<string, readonly Access[]> {
    const known = this.#known.get(access);
    if (known) return known;
    const decided = readsBehind(this.graph, union(access.control, access.data));
    const looks = [...this.graph.accesses, ...this.graph.signs].filter(
      ({ id, kind, location }) =>
        kind === 'read' && (location.isSafe || location.type.name === 'boolean') && decided.has(id),
    );
    const flags = groupBy(looks, ({ location }) => location.id);
    this.#known.set(access, flags);
    return flags;
  }
}

const pathsOf = derived((graph: UnitGraph) => new GraphPaths(graph));

const flagsBefore = derived((graph: UnitGraph) => new Flags(graph));
