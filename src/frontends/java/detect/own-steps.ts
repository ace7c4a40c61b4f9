// Steps that stand by themselves: a later scope of the same lock that looks again before it acts, a flag that is tested once
// more, something put somewhere and taken away again. Whoever comes before such a step finds a complete state, and so
// does the step. They are asked about only with `--all`.

import { derived } from '../../../base/derived.js';
import { type Access, namesBehind, type UnitGraph, type Use } from '../lower/unit-graph.js';
import type { Unit } from './candidates.js';

/** The second access is decided by what it (or its own scope of the lock) sees, not by what was seen before. */
export function looksAgain(unit: Unit, first: Access, second: Access): boolean {
  if (second.kind === 'read' && (isTestedAgain(unit, first, second) || isTestedForNull(unit, first, second)))
    return true;
  const scope = laterScope(first, second);
  if (scope === undefined) return false;
  const { flow } = unit;
  const own = flow.readsUnder(scope);
  // That something is still there says nothing about what was found in it.
  const isOfElement = first.location.object.id.startsWith(`${second.location.object.id}.*`);
  const places = new Set([first.location.id, ...(isOfElement ? [] : [second.location.id])]);
  return (
    [...flow.behind(second.control)].some((id) => id !== second.id && places.has(own.get(id)?.id ?? '')) &&
    // An object that is put where there is none now is the same object, wherever it comes from.
    ((second.location.isContent && !values.test(second.location.type.name)) ||
      [...flow.behind(second.data)].every((id) => own.has(id)))
  );
}

/**
 * On the side of its test that leads to the second access, the first was only a hint: from its other side, the second is reached
 * by a later round alone, which reads anew, and nothing of the earlier rounds decides there.
 */
export function isOfLaterRound({ graph, flow, paths }: Unit, first: Access, second: Access): boolean {
  const place = paths.edgeOf(first)?.from;
  if (place === undefined || !graph.hints.has(first.id) || flow.behind(second.data).has(first.id)) return false;
  // Nothing else begins there: the read, and the way without it.
  if (!paths.outgoing[place]!.every(({ node }) => node === first.node)) return false;
  if (first.loops.length === 0 || flow.behindRounds(second.control, first.loops).has(first.id)) return false;
  return !paths.isReachedPast(first, place, second);
}

/** A lock that both hold, given back in between: the scope of the second. */
function laterScope(first: Access, second: Access): number | undefined {
  if (first.held.some((lock) => lock.object.exact && second.held.some(({ scope }) => scope === lock.scope)))
    return undefined;
  return second.held.find((lock) => lock.object.exact && first.held.some(({ object }) => object.id === lock.object.id))
    ?.scope;
}

/** All tests of a unit. */
const testsOf = derived(({ edges }: UnitGraph) =>
  edges.flatMap(({ action, node }) => (action.kind === 'branch' ? [{ tests: action.tests, text: node.text }] : [])),
);

const nullTest = /[!=]=\s*null\b|\bnull\s*[!=]=/;

/** What the second read finds, or does not find, is tested: nothing is taken for granted. */
function isTestedForNull({ graph }: Unit, first: Access, second: Access): boolean {
  return (
    (first.location.id === second.location.id || laterScope(first, second) !== undefined) &&
    testsOf(graph).some(({ tests, text }) => tests.has(second.id) && nullTest.test(text))
  );
}

const presence =
  /[!=]=\s*null\b|\bnull\s*[!=]=|\b(isEmpty|isPresent|contains\w*|size|length|hasNext|hasMoreElements)\b|[<>]|^\w+$/;

/**
 * Something was found in a collection, and something about that decided: not whether it is there, and not how many
 * there are. Whatever happens to the collection, what was found is what it is.
 */
export function isAboutElement(unit: Unit, first: Access, second: Access): boolean {
  const { location, node } = first;
  if (!location.isContent || !isCollection(location.type) || looks.test(node.field('name')?.text ?? '')) return false;
  return testsOf(unit.graph).every(
    ({ tests, text }) =>
      ![...tests].every((id) => second.control.has(id)) ||
      !namesBehind(unit.graph, tests).has(first.id) ||
      !presence.test(text),
  );
}

function isCollection({ name, dimensions }: Access['location']['type']): boolean {
  return dimensions > 0 || /(Map|List|Set|Queue|Deque|Collection|Vector|Stack|Hashtable|Table|Properties)$/.test(name);
}

const values = /^(boolean|int|long|short|byte|char|float|double)$/;
const looks = /^(size|isEmpty|contains\w*|length|isDone|isShutdown|isTerminated)$/;

/** A number or flag, or the size of a collection: what the second read sees is tested, and nothing else is done with it. */
function isTestedAgain({ graph, flow }: Unit, first: Access, second: Access): boolean {
  const { location, node } = second;
  const isValue = location.isContent
    ? looks.test(node.field('name')?.text ?? '') || /^AtomicBoolean$/.test(location.type.name)
    : values.test(location.type.name) && location.type.dimensions === 0;
  if (isTriedAgain(flow.uses(second.id), second)) return true;
  if (!isValue || graph.uses.get(second.id)?.has('branch') !== true) return false;
  const isAlone = [...flow.uses(second.id)].every((use) => use === 'branch');
  // Of another location: only if the first look was complete by itself.
  return isAlone && (first.location.id === location.id || laterScope(first, second) !== undefined);
}

/** What the second look at an atomic number finds is tested, and goes into a compare-and-set that expects it. */
function isTriedAgain(uses: ReadonlySet<Use>, { location }: Access): boolean {
  return (
    /^Atomic/.test(location.type.name) &&
    uses.has('branch') &&
    uses.has('test-and-set') &&
    [...uses].every((use) => use === 'branch' || use === 'test-and-set')
  );
}

/** Put there for as long as something goes on, and taken away: meant to be seen. */
export function isMark(first: Access, second: Access): boolean {
  if (!first.location.isContent) return first.constant === undefined && second.constant === 'null';
  // A look that moves an element to the end of the order is no change that anybody waits for.
  if (isLook(first) || isLook(second)) return true;
  return isTaking(second) && !isClearing(second) && !isClearing(first);
}

/** `get` of a map that is ordered by use. */
export function isLook({ node }: Access): boolean {
  return /^get(OrDefault)?$/.test(node.field('name')?.text ?? '');
}

function isTaking({ node }: Access): boolean {
  return /^(remove|poll|pop|take|delete)/.test(node.field('name')?.text ?? '');
}

function isClearing({ node }: Access): boolean {
  return /^(clear|removeAll|removeIf|retainAll|drainTo)$/.test(node.field('name')?.text ?? '');
}
