// A number that others raise with each change says whether what was looked at before is still so: compared where it is acted on,
// under the lock of both. Whoever fills in a value only if the number is the same need not raise it.

import type { Access } from '../lower/unit-graph.js';
import type { ClassInfo } from '../symbols/class-info.js';
import { isImmutableValue, type JavaType } from '../symbols/java-type.js';
import type { Unit } from './candidates.js';
import { isUnderOneLock, nameOf } from './excuses.js';
import type { Opponent } from './opponent.js';

/**
 * A number that counts changes is compared, under the lock of the second access, with what it was at the time of the
 * first; and whoever changes the place counts.
 */
export function isVersioned(unit: Unit, other: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  const isFed = unit.flow.behind(second.data).has(first.id);
  const own = unit.flow.behind(second.control);
  const reads = unit.graph.accesses.filter(
    ({ kind, location }) => kind === 'read' && location.id !== first.location.id,
  );
  return reads.some(
    (now) =>
      (now === second || (own.has(now.id) && isUnderOneLock(opponent, now, second))) &&
      reads.some(
        (then) =>
          then.location.id === now.location.id &&
          areUnderOneScope(then, first) &&
          unit.flow.areEqualled(then, now) &&
          opponent.writes(first.location).every(
            (write) =>
              // Entries that are out of date by themselves are not what the number is about.
              nameOf(write) === 'removeIf' ||
              (!isFed && [second, write].every(isDataPut) && isPutAtVersion(other, write, now.location.id)) ||
              opponent.writes(now.location).some((count) => areUnderOneScope(count, write)),
          ),
      ),
  );
}

/** What is put there is a value: whose is there, of several that were asked for at the same time, makes no difference. */
function isDataPut(access: Access): boolean {
  const { isContent, object } = access.location;
  return isContent && nameOf(access) === 'put' && isData(object.type.args.at(-1), object.field?.owner);
}

/** It is put only if the number is what it was before, under the lock of the put. */
function isPutAtVersion({ graph, flow }: Unit, write: Access, number: string): boolean {
  const looks = graph.accesses.filter(({ kind, location }) => kind === 'read' && location.id === number);
  const decided = flow.behind(write.control);
  return looks.some(
    (now) => decided.has(now.id) && areUnderOneScope(now, write) && looks.some((then) => flow.areEqualled(then, now)),
  );
}

function areUnderOneScope(a: Access, b: Access): boolean {
  return a.held.some(({ object, scope }) => object.exact && b.held.some((lock) => lock.scope === scope));
}

const values =
  /^(List|Set|Map|Collection|Optional|Instant|Duration|LocalDate|LocalDateTime|BigDecimal|BigInteger|URI|UUID)$/;

/** Without an identity of its own that anybody could tell: texts, numbers, collections and records of such, a few levels deep. */
function isData(type: JavaType | undefined, within: ClassInfo | undefined, levels = 3): boolean {
  if (!type || type.dimensions > 0 || levels === 0) return false;
  if (isImmutableValue(type)) return true;
  if (values.test(type.name)) return type.args.every((arg) => isData(arg, within, levels - 1));
  const given = nestedIn(within, type.name);
  return given?.kind === 'record' && [...given.fields.values()].every((field) => isData(field.type, given, levels - 1));
}

function nestedIn(cls: ClassInfo | undefined, name: string): ClassInfo | undefined {
  return cls && (cls.nested.find((inner) => inner.name === name) ?? nestedIn(cls.outer, name));
}
