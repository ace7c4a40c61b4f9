// Data races: conflicting accesses of two units to a plain field or a collection that nobody protects, with no lock in
// common. A reference published this way shows its object half built.

import { derived } from '../../../base/derived.js';
import { type SharedLocation, union } from '../lower/shared-object.js';
import { type Access, readsBehind, type UnitGraph } from '../lower/unit-graph.js';
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
  return [...writer.accesses, ...writer.signs].some(
    (access) => access.kind === 'write' && access.id > write.id && flags.has(access.location.id),
  );
}

/** The volatile locations whose value decided that an access is reached, or went into it. */
class Flags {
  readonly #known = new Map<Access, ReadonlySet<string>>();

  constructor(readonly graph: UnitGraph) {}

  of(access: Access): ReadonlySet<string> {
    const known = this.#known.get(access);
    if (known) return known;
    const decided = readsBehind(this.graph, union(access.control, access.data));
    const flags = new Set(
      [...this.graph.accesses, ...this.graph.signs]
        .filter(({ id, kind, location }) => kind === 'read' && location.isSafe && decided.has(id))
        .map(({ location }) => location.id),
    );
    this.#known.set(access, flags);
    return flags;
  }
}

const flagsBefore = derived((graph: UnitGraph) => new Flags(graph));
