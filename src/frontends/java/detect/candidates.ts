// What can go wrong between two units, as candidates for the engine: two accesses of one unit that belong together, and
// accesses of the other that come between. Kinds are ranked by how sure a reader will be that it is a bug.

import type { SharedLocation } from '../lower/shared-object.js';
import { type Access, isLookedPast, type UnitGraph, validatesRead } from '../lower/unit-graph.js';
import type { GraphPaths } from '../relevance/graph-paths.js';
import type { ValueFlow } from '../relevance/value-flow.js';
import { CandidateGroups } from './candidate-groups.js';
import {
  isClaim,
  isComparedUnderLock,
  isCountedIn,
  isDrain,
  isEarned,
  isFreshLook,
  isHarmless,
  isLent,
  isMemoPut,
  isOfElement,
  isPublishedLast,
  isPutIn,
  isRechecked,
  isRelink,
  isStepAndBack,
  isTagged,
  isTurn,
  isTurnGivenBack,
  wayOf,
} from './excuses.js';
import {
  adds,
  areCallsOfUser,
  areOfTwoObjects,
  arePartsOfOne,
  isAdded,
  isFlag,
  isLookUp,
  isOneStep,
  isOnlyPrinted,
  isSameForAll,
  isUsedTogether,
  keepsOld,
  putsNew,
  removes,
  replaces,
  takesWhatItFound,
  undoesStep,
} from './harmless-steps.js';
import { isLateEntry, isOfTaken } from './late-entries.js';
import { type Opponent, opponentOf } from './opponent.js';
import { isOfOwnSlot } from './own-slots.js';
import { isAboutElement, isLook, isMark, isOfLaterRound, looksAgain } from './own-steps.js';
import { isReadBack } from './read-back.js';
import { isOfCollaborator, sameActs } from './same-act.js';
import { isVersioned } from './versioned.js';

export type CandidateKind = 'lost-update' | 'stale-check' | 'iteration' | 'torn-pair' | 'dirty-read' | 'unrepeatable';

export interface Candidate {
  readonly kind: CandidateKind;
  /** The two accesses of the unit that is disturbed. */
  readonly first: Access;
  readonly second: Access;
  /** What the other unit does in between. */
  readonly between: readonly Access[];
  readonly low: boolean;
  /** Everything that the second access, or one like it, goes to. */
  readonly locations: readonly SharedLocation[];
  /** All accesses of the unit that play this part somewhere, for the question. */
  readonly mine: readonly Access[];
}

export interface Unit {
  readonly graph: UnitGraph;
  readonly paths: GraphPaths;
  readonly flow: ValueFlow;
}

const order: readonly CandidateKind[] = [
  'lost-update',
  'stale-check',
  'iteration',
  'torn-pair',
  'dirty-read',
  'unrepeatable',
];

/** Candidates in which `unit` is disturbed by `other`, best first. */
export function candidatesOf(
  unit: Unit,
  other: Unit,
  isLatch: (location: SharedLocation) => boolean,
  together: (a: SharedLocation, b: SharedLocation) => boolean,
): Candidate[] {
  const groups = new CandidateGroups();
  const opponent = opponentOf(other.graph);
  const mine = unit.graph.accesses.filter(
    (access) =>
      together(access.location, access.location) && opponent.touches(access.location).length > 0 && !isRelink(access),
  );
  for (const first of mine) {
    const after = unit.paths.after(first);
    for (const second of mine) {
      if (!after.has(second.id) || (first.id === second.id && !first.iterates)) continue;
      if (!together(first.location, second.location) || isShielded(unit, first, second, opponent)) continue;
      const candidate = classify(unit, other, opponent, first, second);
      if (!candidate) continue;
      const low =
        candidate.low ||
        (first.kind === 'write' && isLatch(first.location) && isSeenWhole(other, opponent, first, second)) ||
        (isHandOver(first, second, isLatch) && !isLeftBehind(unit, other, opponent, first, second));
      groups.add(candidate, low);
    }
  }
  return groups
    .candidates()
    .sort(
      (a, b) =>
        Number(a.low) - Number(b.low) ||
        order.indexOf(a.kind) - order.indexOf(b.kind) ||
        a.second.id - a.first.id - (b.second.id - b.first.id),
    );
}

/** Written before a flag that is only ever set, or read after seeing it set: this is how a flag hands over. */
function isHandOver(first: Access, second: Access, isLatch: (location: SharedLocation) => boolean): boolean {
  if (first.location.id === second.location.id) return false;
  return first.kind === 'write' ? isLatch(second.location) : isLatch(first.location);
}

/**
 * The flag is set in one scope with the rest, and whoever comes to the rest has seen it set under the same lock: then the scope is
 * over.
 */
function isSeenWhole(other: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  const looks = opponent.touches(first.location);
  const lock = first.held.find(
    ({ object, scope }) => object.exact && second.held.some((later) => later.scope === scope),
  );
  if (!lock || first.location.id === second.location.id || !opponent.respects(first.location, lock, false))
    return false;
  const side = first.constant === 'true' ? 'then' : 'else';
  return opponent.touches(second.location).every((access) => other.paths.isOnlyBehind(looks, side, access));
}

/** Put, or counted, where the other one, once it had set the flag, has already cleared up or looked. */
function isLeftBehind(unit: Unit, other: Unit, opponent: Opponent, first: Access, second: Access): boolean {
  const [set] = opponent.writes(first.location);
  if (!set || first.kind !== 'read' || second.kind !== 'write') return false;
  if (first.location.id === second.location.id || set.constant === undefined) return false;
  const isHeld = first.held.some(
    ({ object, scope }) =>
      second.held.some((lock) => lock.scope === scope) && set.held.some((lock) => lock.object.id === object.id),
  );
  const after = other.paths.after(set);
  return (
    !isHeld &&
    (isLeft(opponent, second, after) || isMissed(other, opponent, second, after)) &&
    !unit.paths.isBehind(first, set.constant === 'true' ? 'then' : 'else', second)
  );
}

function isLeft(opponent: Opponent, second: Access, after: ReadonlySet<number>): boolean {
  if (!second.location.isContent || !adds(second)) return false;
  return opponent.writes(second.location).some((write) => removes(write) && after.has(write.id));
}

/** Counted up where the other one, behind the flag, waits or tests until nothing is left. */
function isMissed(other: Unit, opponent: Opponent, second: Access, after: ReadonlySet<number>): boolean {
  if (wayOf(second) !== 'up') return false;
  return opponent.reads(second.location).some(({ id }) => after.has(id) && other.flow.uses(id).has('branch'));
}

/** One lock is held from the first to the second access, and the other unit holds it at all accesses to both. */
function isShielded(unit: Unit, first: Access, second: Access, opponent: Opponent): boolean {
  // One call of a library object is one step.
  if (first.node === second.node && !first.iterates && (first.atomic || second.atomic)) return true;
  return first.held.some(
    (lock) =>
      lock.object.exact &&
      (lock.loops.length === 0 || isOfOneRound(unit, lock.loops, first, second)) &&
      second.held.some(({ scope }) => scope === lock.scope) &&
      opponent.respects(first.location, lock, first.kind === 'read') &&
      opponent.respects(second.location, lock, isRivalWriter(first, second)),
  );
}

/** Only a write can come between: after a read of the same place, and before any read. */
function isRivalWriter(first: Access, second: Access): boolean {
  return second.kind === 'read' || (first.kind === 'read' && first.location.id === second.location.id);
}

/** Each round takes the lock anew, and what the second access does comes from its own round. */
function isOfOneRound({ flow }: Unit, loops: readonly number[], first: Access, second: Access): boolean {
  if (first.iterates || second.iterates) return false;
  if (flow.behindRounds(second.data, loops).has(first.id)) return false;
  // What an earlier round saw may let this one begin, if it then looks again by itself.
  return (
    !flow.behindRounds(second.control, loops).has(first.id) || flow.behindOwnRound(second.control, loops).has(first.id)
  );
}

/** A pair of accesses that could be disturbed; `between` is one and the same array for the same two locations. */
export interface Suspicion extends Omit<Candidate, 'locations' | 'mine'> {}

function classify(unit: Unit, other: Unit, opponent: Opponent, first: Access, second: Access): Suspicion | undefined {
  const same = first.location.id === second.location.id;
  const overwritten = opponent.changes(first.location);
  const make = (kind: CandidateKind, between: readonly Access[], low = false): Suspicion | undefined =>
    between.length === 0
      ? undefined
      : {
          kind,
          first,
          second,
          between,
          low: low || unit.graph.rank === 'low' || opponent.graph.rank === 'low' || opponent.onlySets(between),
        };
  if (isOfCollaborator(first) || isOfCollaborator(second)) {
    const feeds = !unit.flow.behind(second.control).has(first.id);
    return make(feeds ? 'lost-update' : 'stale-check', sameActs(unit, opponent, first, second));
  }
  if (first.kind === 'read') {
    const decides = unit.flow.behind(second.control).has(first.id);
    const feeds = unit.flow.behind(second.data).has(first.id);
    if (same && isLookedPast(unit.graph, second, first.id)) return make('stale-check', overwritten);
    if (same && validatesRead(unit.graph, second, first.id)) return undefined;
    if (
      (decides || feeds) &&
      (isRechecked(unit, opponent, first, second) ||
        isVersioned(unit, other, opponent, first, second) ||
        isOfLaterRound(unit, first, second))
    )
      return undefined;
    if (same && second.kind === 'write' && feeds && !isPutIn(first, second) && replaces(unit, first, second))
      return make('lost-update', overwritten, keepsOld(second) || looksAgain(unit, first, second));
    if (same && first.iterates && second.iterates) return make('iteration', overwritten);
    if (same && (decides || (feeds && !isPutIn(first, second))))
      return make(
        'stale-check',
        overwritten,
        isHarmless(unit.graph, first, second, overwritten) ||
          undoesStep(unit, first, second) ||
          (!decides && isOneStep(second) && removes(second)) ||
          takesWhatItFound(unit, first, second) ||
          looksAgain(unit, first, second) ||
          isMemoPut(second, overwritten) ||
          isFreshLook(unit, first, second) ||
          isEarned(unit, first, second) ||
          (!feeds && second.tests && isAboutElement(unit, first, second)) ||
          (isClaim(first) && isPutIn(first, second)),
      );
    if (same && second.kind === 'write')
      return endsOld(unit, first, second) ? make('lost-update', overwritten.filter(putsNew)) : undefined;
    if (same && unit.flow.areCompared(first, second))
      return make('stale-check', overwritten, isComparedUnderLock(unit, first, second));
    if (same && arePartsOfOne(unit, first, second)) return make('torn-pair', overwritten);
    if (same)
      return make(
        isTestedForNull(unit.graph, first, overwritten) ? 'stale-check' : 'unrepeatable',
        overwritten,
        !isTestedForNull(unit.graph, first, overwritten),
      );
    const back = opponent.conflicts(second);
    const cross = overwritten.length > 0 && back.length > 0;
    const both = () => opponent.union(overwritten, back);
    if (cross && isLateEntry(unit, other, opponent, first, second)) return make('stale-check', both());
    // A number drawn by one atomic step is nobody else's, whatever happens to the counter.
    if (cross && (decides || feeds))
      return make(
        'stale-check',
        both(),
        (first.tests && !decides) ||
          isClaim(first) ||
          isTurn(first, second) ||
          isTagged(unit, opponent, first, second) ||
          isCountedIn(unit, opponent, first, second) ||
          isLookUp(first, second) ||
          takesWhatItFound(unit, first, second) ||
          isOfTaken(unit, opponent, first, second) ||
          undoesStep(unit, first, second) ||
          looksAgain(unit, first, second) ||
          (!feeds && (isAboutElement(unit, first, second) || areOfTwoObjects(first, second))) ||
          isOnlyPrinted(unit, second),
      );
    if (cross && second.kind === 'read' && back.some((access) => access.kind === 'write'))
      return make(
        'torn-pair',
        both(),
        first.steps ||
          second.steps ||
          second.validates ||
          isClaim(first) ||
          isOfTaken(unit, opponent, first, second) ||
          isOfElement(first, second) ||
          !isUsedTogether(unit, first, second),
      );
    return cross ? make('torn-pair', both(), true) : undefined;
  }
  if (same && second.kind === 'read')
    return isReadBack(unit, opponent, first, second) ? make('stale-check', overwritten) : undefined;
  if (same)
    return make(
      'dirty-read',
      opponent.reads(first.location),
      isFlag(first) ||
        areCallsOfUser(unit, first, second) ||
        (first.location.isSafe && !first.location.isContent) ||
        (first.tests && first.atomic) ||
        (first.steps && second.steps && first.held.length > 0) ||
        isMark(first, second) ||
        isStepOfItsOwn(unit, first, second) ||
        isStepAndBack(first, second) ||
        isTrim(unit, first, second) ||
        isLent(unit, first, second) ||
        isDrain(first, second),
    );
  const [seen, back] = [opponent.sees(first.location), opponent.conflicts(second)];
  if (seen.length === 0 || back.length === 0 || seen.every((access) => isSameSet(first, access))) return undefined;
  if ([seen, back].some((accesses) => accesses.every((access) => isOnlyPrinted(other, access))))
    return make('torn-pair', opponent.union(seen, back), true);
  const both = opponent.union(seen, back);
  if (second.kind === 'read' || isStepOfItsOwn(unit, first, second)) return make('torn-pair', both, true);
  const onlyAdds = [opponent.touches(first.location), opponent.touches(second.location)].some((all) =>
    all.every(isAdded),
  );
  return make(
    'torn-pair',
    both,
    first.commutes ||
      second.commutes ||
      onlyAdds ||
      isLook(second) ||
      isLook(first) ||
      isSameForAll([first, second], both) ||
      areBlindEntries(opponent, first, second) ||
      isPublishedLast(other, first, second) ||
      isTurn(first, second) ||
      isOfTaken(unit, opponent, first, second) ||
      isTurnGivenBack(unit, first, second) ||
      isOfOwnSlot(unit, other, opponent, first, second) ||
      isOfElement(first, second),
  );
}

/** Both set the same flag to the same value: neither sees that the other did. */
function isSameSet({ constant }: Access, other: Access): boolean {
  return constant !== undefined && other.kind === 'write' && other.constant === constant;
}

/** Entries of two thread-safe collections, which the other one changes as well and never looks at. */
function areBlindEntries(opponent: Opponent, { location: one }: Access, { location: two }: Access): boolean {
  return [one, two].every((location) => location.isSafe && location.isContent && opponent.reads(location).length === 0);
}

/**
 * In a later scope of the same lock, decided there by a new look at the same state, and using nothing from before:
 * whoever comes between the two finds each step complete.
 */
function isStepOfItsOwn({ graph, flow }: Unit, first: Access, second: Access): boolean {
  const later = second.held.find(
    (lock) =>
      lock.object.exact && first.held.some(({ object, scope }) => object.id === lock.object.id && scope !== lock.scope),
  );
  if (!later) return false;
  const own = flow.readsUnder(later.scope);
  const decided = [...flow.behind(second.control)].filter((id) => !graph.hints.has(id));
  if (![...flow.behind(second.data)].every((id) => own.has(id))) return false;
  if (decided.some((id) => own.get(id)?.id === second.location.id)) return true;
  // A flag that is asked at the beginning of every method is no look at what is changed.
  return (
    decided.some((id) => own.has(id) && own.get(id)!.type.name !== 'boolean') && decided.every((id) => own.has(id))
  );
}

/**
 * The only thread that writes a thread-safe collection adds to it, looks again and takes off what is too much: who takes
 * a look in between sees a state that is a little too large, and complete.
 */
function isTrim({ graph, flow }: Unit, { id, location }: Access, second: Access): boolean {
  if (!graph.once || !location.isSafe || !location.isContent) return false;
  const decided = flow.behind(second.control);
  return graph.accesses.some(
    (read) => read.kind === 'read' && read.location.id === location.id && read.id > id && decided.has(read.id),
  );
}

/** The old object is ended and a new one put in its place: one that came in between is never ended. */
function endsOld({ flow }: Unit, first: Access, second: Access): boolean {
  return !first.location.isContent && flow.uses(first.id).has('end') && second.constant === undefined;
}

/** Tested once, then used from a second read, while others put null there or take something out. */
function isTestedForNull(graph: UnitGraph, first: Access, overwritten: readonly Access[]): boolean {
  const isTested = graph.uses.get(first.id)?.has('branch') === true;
  return isTested && overwritten.some(({ constant }) => constant === 'null');
}
