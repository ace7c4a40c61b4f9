// Whose an object is, under all the names that the open calls have for it: one that was swapped out of a field belongs to who
// still holds it, one that was put there is everybody's.

import type { Lowering } from './lowering.js';
import { type SharedObject, type Sources, union, type Value } from './shared-object.js';

function* namesIn({ locals, frames }: Lowering): Generator<readonly [Map<string, Value>, string, Value]> {
  for (const known of [locals, ...frames.map(({ caller }) => caller)])
    for (const [name, value] of known) yield [known, name, value];
}

/** The value was swapped out of the field: whoever still holds it has it alone. Does this unit? */
export function detach(low: Lowering, id: string): boolean {
  let isKept = false;
  for (const [known, name, value] of namesIn(low)) {
    if (!value.object || (value.object.id !== id && !value.object.id.startsWith(`${id}.`))) continue;
    const { object: _, ...rest } = value;
    known.set(name, { ...rest, fresh: true });
    isKept = true;
  }
  return isKept;
}

/** What was made here is in a field now: under all its names it is the object that others see there. */
export function publish(low: Lowering, { made }: Value, object: SharedObject): void {
  if (made === undefined) return;
  for (const [known, name, value] of namesIn(low)) {
    if (value.made !== made) continue;
    const { fresh: _, ...rest } = value;
    known.set(name, { ...rest, object });
  }
}

/** Something was put into an array that this unit made: whoever reads it there reads that. */
export function absorb(low: Lowering, { made }: Value, sources: Sources): void {
  if (made === undefined || sources.size === 0) return;
  for (const [known, name, value] of namesIn(low))
    if (value.made === made) known.set(name, { ...value, sources: union(value.sources, sources) });
}
