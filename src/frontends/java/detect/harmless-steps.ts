// What one access does, as far as its kind and the name of the call say it: whether it adds, takes out or replaces, undoes what
// was done before, or is only looked at for a message. By these, suspicions become certain or unlikely.

import type { SharedLocation } from '../lower/shared-object.js';
import type { Access } from '../lower/unit-graph.js';
import { isMapType } from '../summaries/library.js';
import type { Unit } from './candidates.js';

/** Put into a thread-safe collection, or counted up under a lock: whoever does the same does not see the difference. */
export function isAdded(access: Access): boolean {
  const { atomic, kind, location, node } = access;
  const isPut = node.field('name')?.text === 'put' && !isMapType(location.object.library?.name ?? '');
  return access.steps || (atomic && kind === 'write' && (adds(access) || isPut));
}

/** `true`, `false`, `null`: a state that is meant to be seen on the way. */
export function isFlag({ constant }: Access): boolean {
  return constant === 'true' || constant === 'false';
}

/** Two calls by a user of the object, each a complete step of it: who looks in between sees it as the first has left it. */
export function areCallsOfUser({ graph }: Unit, first: Access, second: Access): boolean {
  return (
    graph.isOfUser === true &&
    [first, second].every(({ method }) => method !== graph.method) &&
    !first.held.some(({ scope }) => second.held.some((lock) => lock.scope === scope))
  );
}

/** `putIfAbsent`: whoever was faster stays. */
export function keepsOld({ tests, node }: Access): boolean {
  return tests && /IfAbsent$/.test(node.field('name')?.text ?? '');
}

/** The new content takes the place of the old and was made of it; adding and taking out put nothing in place of anything. */
export function replaces({ flow }: Unit, first: Access, second: Access): boolean {
  const { location, node, stored, tests } = second;
  if (!location.isContent || tests || !isOneStep(second)) return true;
  return !addsOrTakes.test(node.field('name')?.text ?? '') && flow.behind(stored).has(first.id);
}

/** An element that was found in a collection is taken out of it, as itself: whatever else has changed, it is the same. */
export function takesWhatItFound({ flow }: Unit, first: Access, second: Access): boolean {
  const { location, node } = second;
  if (!isOneStep(second) || !/^remove$/.test(node.field('name')?.text ?? '')) return false;
  if (isMapType(location.object.library?.name ?? '')) return false;
  if (second.kind === 'write' && !flow.behind(second.data).has(first.id)) return false;
  const given = node.field('arguments')?.children[0];
  return given?.type === 'identifier' && !/^(i|j|k|n|at|\w*([iI]ndex|[iI]dx|[pP]os(ition)?))$/.test(given.text);
}

/** By the collection itself, or under a lock. */
export function isOneStep({ atomic, held }: Access): boolean {
  return atomic || held.some(({ object }) => object.exact);
}

export function removes({ node }: Access): boolean {
  return /^(remove|poll|pop|take)/.test(node.field('name')?.text ?? '');
}

export function adds({ node }: Access): boolean {
  return /^(add|offer|push)/.test(node.field('name')?.text ?? '');
}

/** Found in a collection and then looked at: whoever found it may look. */
export function isLookUp(first: Access, second: Access): boolean {
  const { location } = first;
  return (
    second.kind === 'read' && location.isContent && second.location.object.id.startsWith(`${location.object.id}.*`)
  );
}

/**
 * A field of the object, and the inside of an object that another field holds: that one keeps itself in order. An element and
 * the collection that it is in are no such two: whether the one is empty decides about the other.
 */
export function areOfTwoObjects(first: Access, second: Access): boolean {
  const [one, two] = [holderOf(first.location), holderOf(second.location)];
  const isField = ({ location: { object } }: Access) => !object.id.includes('*') && /^X\b/.test(object.id);
  return one !== two && isField(first) && isField(second);
}

function holderOf({ object, isContent }: SharedLocation): string {
  return isContent ? object.id.replace(/\.[^.]*$/, '') : object.id;
}

export function putsNew({ constant }: Access): boolean {
  return constant === undefined;
}

/** All write the same constants: whose they are in the end makes no difference. */
export function isSameForAll(mine: readonly Access[], theirs: readonly Access[]): boolean {
  return [...mine, ...theirs].every(
    ({ kind, constant, location }) =>
      kind === 'write' &&
      constant !== undefined &&
      [...mine, ...theirs].every((other) => other.location.id !== location.id || other.constant === constant),
  );
}

/** What was counted together with the check, under its lock, is counted back later: a reservation, and its undoing. */
export function undoesStep({ graph, paths }: Unit, first: Access, second: Access): boolean {
  return (
    second.steps &&
    graph.accesses.some(
      (step) =>
        step.kind === 'write' &&
        step.steps &&
        step.location.id === second.location.id &&
        step.id > first.id &&
        step.id < second.id &&
        paths.after(step).has(second.id) &&
        step.held.some(({ scope }) => first.held.some((lock) => lock.scope === scope)),
    )
  );
}

/** Looked at for a message, and for nothing else. */
export function isOnlyPrinted({ flow }: Unit, second: Access): boolean {
  return (
    second.kind === 'read' && !second.location.isContent && [...flow.uses(second.id)].every((use) => use === 'print')
  );
}

const addsOrTakes = /^(add(?!And)|offer|push|remove|poll|pop|take|delete|clear|retain|drain)/;

/** Two parts of one object, each from another look at the field that holds it. */
export function arePartsOfOne(unit: Unit, first: Access, second: Access): boolean {
  const { isContent, object } = first.location;
  // Two looks into a collection are about two elements, or two moments that nobody claims to be one.
  if (isContent && !/^Atomic/.test(object.type.name)) return false;
  const [one, two] = [unit.graph.parts.get(first.id), unit.graph.parts.get(second.id)];
  if (!one || !two || [...one].every((part) => two.has(part))) return false;
  return isUsedTogether(unit, first, second);
}

export function isUsedTogether({ flow }: Unit, first: Access, second: Access): boolean {
  const theirs = flow.uses(second.id);
  const common = [...flow.uses(first.id)].filter((use) => use !== 'argument' && use !== 'print' && theirs.has(use));
  // Two tests that have nothing to do with each other use nothing together.
  return common.some((use) => use !== 'branch') || (common.length > 0 && flow.decideTogether(first, second));
}
