// Something is put into an object that was found in a field, while another thread has swapped that object out and looks at
// it for the last time: what comes after that look is lost. Not if the object itself is asked, under its lock, whether
// it was taken.

import type { SharedLocation } from '../lower/shared-object.js';
import type { Access } from '../lower/unit-graph.js';
import type { Unit } from './candidates.js';
import type { Opponent } from './opponent.js';

/** Does the second access write into what the first has found, though the other unit may have taken it out and emptied it? */
export function isLateEntry(unit: Unit, other: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  if (second.kind !== 'write' || first.tests || !isInside(first.location, second.location)) return false;
  const swaps = opponent.writes(first.location).filter(({ tests, fresh }) => tests && fresh);
  const looks = opponent.touches(second.location);
  const areLate = looks.every((look) => swaps.some((swap) => other.paths.after(swap).has(look.id)));
  return swaps.length > 0 && looks.length > 0 && areLate && !isAsked(unit, opponent, first, second);
}

function isInside(outer: SharedLocation, { object }: SharedLocation): boolean {
  const holder = outer.isContent ? `${outer.object.id}.*` : outer.id;
  return object.id === holder || object.id.startsWith(`${holder}.`);
}

/** What is done to an object that one atomic step took out is the taker's own affair; so is what its finder asked it, under its lock. */
export function isOfTaken(unit: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  if (!isInside(first.location, second.location)) return false;
  if (/^getAndSet/.test(first.node.field('name')?.text ?? '')) return true;
  // A compare-and-set inside of it says itself whether it may still be used.
  if (second.validates) return true;
  const isSwapped = opponent.writes(first.location).every(({ tests, fresh }) => tests && fresh);
  return isSwapped && (second.kind === 'read' || isAsked(unit, opponent, first, second));
}

/** A look, under the lock of the second access, at what the other one writes into the object as well. */
function isAsked({ graph, flow }: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  const decided = flow.behind(second.control);
  return graph.accesses.some(
    (look) =>
      look.kind === 'read' &&
      decided.has(look.id) &&
      isInside(first.location, look.location) &&
      opponent.writes(look.location).length > 0 &&
      look.held.some(({ scope, object }) => object.exact && second.held.some((lock) => lock.scope === scope)),
  );
}
