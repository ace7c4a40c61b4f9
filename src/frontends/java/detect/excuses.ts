// What looks like a stale check or a lost update by its data flow, and is none: steps that claim something for their own,
// that put back what was taken, that fill a memo, or that look again before they act.

import type { Access, UnitGraph } from '../lower/unit-graph.js';
import { isMapType } from '../summaries/library.js';
import { isImmutableValue } from '../symbols/java-type.js';
import type { Unit } from './candidates.js';
import { adds, removes } from './harmless-steps.js';
import type { Opponent } from './opponent.js';

/** A check whose outcome is still right when others were faster. */
export function isHarmless(
  { once }: UnitGraph,
  first: Access,
  second: Access,
  overwritten: readonly Access[],
): boolean {
  return (
    (second.kind === 'read' && isIdempotent(second, overwritten)) ||
    // A step of a counter that its own earlier step decided: a reservation, and its undoing.
    (first.counts && second.counts) ||
    // A thread that exists once is told to end, by others or by itself.
    (once && second.constant !== undefined && overwritten.every(({ constant }) => constant === second.constant)) ||
    // Taken off because there is too much, while others only add.
    (second.atomic && removes(second) && overwritten.every(adds)) ||
    // Put in because there is room, while others only take out.
    (/^(size|getCount|mappingCount)$/.test(nameOf(first)) && adds(second) && overwritten.every(removes)) ||
    isOtherWay(second, overwritten) ||
    isDrain(first, second)
  );
}

/** Looking again after a test, where all that can have happened is what the test already allows. */
function isIdempotent(second: Access, overwritten: readonly Access[]): boolean {
  const { isSafe, isContent, object } = second.location;
  const isReference = !isContent || object.type.name === 'AtomicReference';
  return isSafe && isReference && overwritten.every(({ constant }) => constant !== 'null');
}

/** Counted up by one atomic step and down by another: in between, the call that does so goes on. */
export function isStepAndBack(first: Access, second: Access): boolean {
  return first.atomic && second.atomic && first.counts && second.counts && isOtherWay(second, [first]);
}

/**
 * The turn is given back after the collection was emptied, and then the collection is looked at once more: what was put there in
 * between is found.
 */
export function isTurnGivenBack({ graph, paths }: Unit, first: Access, second: Access): boolean {
  if (second.location.object.type.name !== 'AtomicBoolean' || second.constant !== 'false' || !removes(first))
    return false;
  const later = paths.after(second);
  return graph.accesses.some(
    ({ id, kind, location }) => kind === 'read' && location.id === first.location.id && later.has(id),
  );
}

/**
 * What was read behind a look at a reference that never takes an old value again, with a stamp or as a new object each time: a
 * compare-and-set that expects what the look found says that nothing has happened since.
 */
export function isTagged(unit: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  const { graph, flow } = unit;
  const { location, validates, expected } = second;
  if (!validates) return isTriedOut(unit, first, second);
  if (first.location.id === location.id) return false;
  const known = flow.behind(expected);
  const isLookedBefore = [...graph.accesses, ...graph.hints.values()].some(
    (look) => look.kind === 'read' && look.location.id === location.id && look.id < first.id && known.has(look.id),
  );
  const { name } = location.object.type;
  const writes = opponent.writes(location);
  const isNewEachTime = name === 'AtomicReference' && writes.every(({ fresh }) => fresh);
  const isCounted = name === 'AtomicLong' && [second, ...writes].every(countsChanges);
  return isLookedBefore && (name === 'AtomicStampedReference' || isNewEachTime || isCounted);
}

/** The upper half of what a compare-and-set stores is one more than before: `((old >>> 32) + 1) << 32 | …`, perhaps by a method. */
function countsChanges({ validates, node, location }: Access): boolean {
  const stored = node.field('arguments')?.children.at(-1);
  if (!validates || !stored) return false;
  const called = stored.type === 'method_invocation' ? stored.field('name')?.text : undefined;
  const body = location.field?.owner.methods.find(({ name }) => name === called)?.body;
  const text = body?.text ?? stored.text;
  return /<</.test(text) && /\+\s*1\b/.test(text);
}

/** Put into a place of one's own, and then a compare-and-set says whether what it was made of is still true; if not, again. */
function isTriedOut({ graph, flow, paths }: Unit, first: Access, second: Access): boolean {
  if (second.kind !== 'write' || !second.location.isContent) return false;
  const later = paths.after(second);
  return graph.accesses.some(
    (swap) =>
      swap.kind === 'write' &&
      swap.validates &&
      swap.location.id === first.location.id &&
      later.has(swap.id) &&
      flow.behind(swap.expected).has(first.id) &&
      swap.loops.length > 0,
  );
}

/** The turn to work on a collection, taken by compare-and-set because there is something in it: who has it looks for itself. */
export function isTurn(first: Access, second: Access): boolean {
  const { location } = first;
  return (
    second.validates &&
    second.location.object.type.name === 'AtomicBoolean' &&
    location.isContent &&
    location.isSafe &&
    (adds(first) || removes(first) || /^(isEmpty|size|peek\w*)$/.test(nameOf(first)))
  );
}

export function nameOf({ node }: Access): string {
  return node.field('name')?.text ?? '';
}

/** Looking something up in a map that keeps its order of access: a change of the structure that no caller sees. */
export function isRelink(access: Access): boolean {
  return access.kind === 'write' && /^get(?!And)/.test(nameOf(access));
}

/** Put into a collection that is no map: nothing of what others put there is lost. */
export function isPutIn(first: Access, second: Access): boolean {
  const { location } = second;
  return (
    location.isContent && !isMapType(location.object.library?.name ?? '') && adds(second) && first.node !== second.node
  );
}

/** Taking one after the other until nothing is left: each is the taker's, whatever comes between. */
export function isDrain(first: Access, second: Access): boolean {
  return /^poll/.test(nameOf(first)) && /^poll/.test(nameOf(second));
}

/** A slot, turn or element that one atomic step took for its own. */
export function isClaim(first: Access): boolean {
  // What an exchange gives back is nobody else's either.
  const isExchanged = first.kind === 'read' && first.atomic && /^(put|getAndSet)$/.test(nameOf(first));
  return first.validates || isExchanged || ((first.atomic || first.held.length > 0) && removes(first));
}

/** A step of a counter for each element that this call, and no other, has taken out since. */
export function isEarned({ flow, graph }: Unit, first: Access, second: Access): boolean {
  if (!second.counts || !second.atomic) return false;
  const decided = flow.behind(second.control);
  return [...graph.accesses, ...graph.hints.values()].some(
    (claim) => claim.id > first.id && decided.has(claim.id) && claim.atomic && isClaim(claim) && claim !== second,
  );
}

/** A value is computed from its key and remembered, and all that others do is remember theirs, or forget all. */
export function isMemoPut(second: Access, overwritten: readonly Access[]): boolean {
  const isMemo = (write: Access) => nameOf(write) === 'put' && write.isComputed;
  // What a function makes of the key alone is never out of date.
  const isForgotten = (write: Access) => !second.loaded && nameOf(write) === 'clear';
  return isMemo(second) && overwritten.every((write) => isMemo(write) || isForgotten(write));
}

/** Taken out and put back later: in between it is lent, and the collection is complete. */
export function isLent({ flow, graph }: Unit, first: Access, second: Access): boolean {
  if (!removes(first) || !isPutIn(first, second)) return false;
  const from = flow.behind(second.data);
  return graph.accesses.some(({ node, id }) => node === first.node && from.has(id));
}

/** The second is another look, under a later hold of the same lock, which decides for itself. */
export function isFreshLook({ flow }: Unit, first: Access, second: Access): boolean {
  return (
    second.kind === 'read' &&
    flow.uses(second.id).has('branch') &&
    second.held.some(
      ({ object, scope }) =>
        object.exact && first.held.some((lock) => lock.object.id === object.id && lock.scope !== scope),
    )
  );
}

/** Who gets to the first place comes from the second, which was filled last. */
export function isPublishedLast(other: Unit, first: Access, second: Access): boolean {
  const mine = other.graph.accesses.filter(({ location }) => location.id === first.location.id);
  const looks = new Set(
    [...other.graph.accesses, ...other.graph.hints.values()]
      .filter(({ kind, location }) => kind === 'read' && location.id === second.location.id)
      .map(({ id }) => id),
  );
  const leads = (sources: Access['data']) => [...other.flow.behind(sources)].some((id) => looks.has(id));
  const isLed = ({ data, control }: Access) => leads(data) || leads(control);
  // One call reads and writes: what leads to the one leads to the other.
  const isReached = (access: Access) => mine.some((one) => one.node === access.node && isLed(one));
  return looks.size > 0 && mine.every(isReached);
}

/**
 * An element is taken out because nobody is counted among its users, and the other one counts itself in under the lock under which
 * it is taken out: what it does to the element after that, it does while it is counted.
 */
export function isCountedIn({ graph, flow }: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  const holder = /^.*\.\*/.exec(first.location.object.id)?.[0];
  const isInElement = ({ object }: Access['location']) => holder !== undefined && object.id.startsWith(holder);
  if (!isInElement(second.location) && `${second.location.object.id}.*` !== holder) return false;
  const decided = flow.behind(second.control);
  const isRaised = ({ location }: Access) =>
    opponent
      .writes(location)
      .some(
        (raise) =>
          wayOf(raise) === 'up' &&
          raise.held.some(({ object }) => object.exact && second.held.some((lock) => lock.object.id === object.id)),
      );
  return graph.accesses.some((look) => decided.has(look.id) && isInElement(look.location) && isRaised(look));
}

/** A number or flag of the element, which says nothing about how far it has been filled. */
function isValue({ isContent, type, object }: Access['location']): boolean {
  return isContent ? /^(Atomic(Integer|Long|Boolean)|LongAdder)$/.test(object.type.name) : isImmutableValue(type);
}

/** The later life of an element is no part of the collection that it was put into. */
export function isOfElement(first: Access, second: Access): boolean {
  const isInside = (outer: Access, inner: Access) => inner.location.id.startsWith(`${outer.location.object.id}.*`);
  const isKept = (outer: Access, { location }: Access) =>
    location.isSafe && (outer.location.isSafe || (isValue(location) && outer.held.some(({ object }) => object.exact)));
  return (isInside(first, second) && isKept(first, second)) || (isInside(second, first) && isKept(second, first));
}

/**
 * The same place is looked at again before the second access, under a lock that is held from there on and that the other
 * unit respects: what the first look said no longer decides.
 */
export function isRechecked(unit: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  // A value that is kept for more than the test is still old.
  if ([...unit.flow.uses(first.id)].some((use) => use !== 'branch' && use !== 'test-and-set')) return false;
  const decided = unit.flow.behind(second.control);
  const later = unit.paths.after(first);
  return unit.graph.accesses.some(
    (read) =>
      read.kind === 'read' &&
      read.id !== first.id &&
      read.location.id === first.location.id &&
      decided.has(read.id) &&
      later.has(read.id) &&
      isUnderOneLock(opponent, read, second),
  );
}

export function isUnderOneLock(opponent: Opponent, read: Access, second: Access): boolean {
  return read.held.some(
    (lock) =>
      lock.object.exact &&
      lock.loops.length === 0 &&
      second.held.some(({ scope }) => scope === lock.scope) &&
      opponent.respects(read.location, lock, true),
  );
}

/** A kept value is tested for equality with a fresh one under a lock: this is how a change is noticed. */
export function isComparedUnderLock({ flow }: Unit, first: Access, second: Access): boolean {
  if (!flow.areEqualled(first, second)) return false;
  return second.held.some(({ object }) => object.exact && first.held.some((lock) => lock.object.id === object.id));
}

/** Counted down though others count up, or the other way round: what the check allowed is still allowed. */
function isOtherWay(second: Access, overwritten: readonly Access[]): boolean {
  const way = wayOf(second);
  return way !== undefined && overwritten.every((write) => wayOf(write) === (way === 'up' ? 'down' : 'up'));
}

export function wayOf(access: Access): 'up' | 'down' | undefined {
  const text = nameOf(access) || access.node.text;
  if (/increment/i.test(text) || (access.steps && /\+\+/.test(text))) return 'up';
  return /decrement/i.test(text) || (access.steps && /--/.test(text)) ? 'down' : undefined;
}
