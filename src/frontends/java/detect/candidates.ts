// What can go wrong between two units, as candidates for the engine: two accesses of one unit that belong together, and
// accesses of the other that come between. Kinds are ranked by how sure a reader will be that it is a bug.

import type { SharedLocation } from '../lower/shared-object.js';
import { type Access, type UnitGraph, validatesRead } from '../lower/unit-graph.js';
import type { GraphPaths } from '../relevance/graph-paths.js';
import type { ValueFlow } from '../relevance/value-flow.js';

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
  const found: Candidate[] = [];
  const theirs = other.graph.accesses;
  const disturbed = new Set(theirs.map(({ location }) => location.id));
  for (const first of unit.graph.accesses) {
    if (!disturbed.has(first.location.id)) continue;
    const after = unit.paths.after(first);
    for (const second of unit.graph.accesses) {
      if (!after.has(second.id) || !disturbed.has(second.location.id)) continue;
      if (first.id === second.id && !first.iterates) continue;
      if (!together(first.location, second.location) || isShielded(first, second, theirs)) continue;
      const candidate = classify(unit, other, first, second);
      if (candidate) found.push(isHandOver(first, second, isLatch) ? { ...candidate, low: true } : candidate);
    }
  }
  return distinct(found).sort(
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

/** One lock is held from the first to the second access, and the other unit holds it at all accesses to both. */
function isShielded(first: Access, second: Access, theirs: readonly Access[]): boolean {
  // One call of a library object is one step.
  if (first.node === second.node && !first.iterates && (first.atomic || second.atomic)) return true;
  const places = new Set([first.location.id, second.location.id]);
  const between = theirs.filter(({ location }) => places.has(location.id));
  return first.held.some((lock) => {
    const isKept =
      lock.object.exact && lock.loops.length === 0 && second.held.some(({ scope }) => scope === lock.scope);
    return (
      isKept &&
      between.every((access) =>
        access.held.some(
          (held) => held.object.id === lock.object.id && (held.mode === 'exclusive' || lock.mode === 'exclusive'),
        ),
      )
    );
  });
}

function classify(unit: Unit, other: Unit, first: Access, second: Access): Candidate | undefined {
  const theirs = other.graph.accesses;
  const writes = (location: SharedLocation) =>
    theirs.filter((access) => access.kind === 'write' && access.location.id === location.id);
  const touches = (location: SharedLocation) => theirs.filter((access) => access.location.id === location.id);
  const same = first.location.id === second.location.id;
  const overwritten = writes(first.location);
  const make = (kind: CandidateKind, between: readonly Access[], low = false): Candidate | undefined =>
    between.length === 0
      ? undefined
      : {
          kind,
          first,
          second,
          between,
          mine: [first, second],
          locations: [first.location, second.location],
          low: low || unit.graph.rank === 'low' || other.graph.rank === 'low' || between.every(isPlainSet),
        };
  if (first.kind === 'read') {
    const decides = unit.flow.behind(second.control).has(first.id);
    const feeds = unit.flow.behind(second.data).has(first.id);
    if (same && validatesRead(unit.graph, second, first.id)) return undefined;
    if (same && second.kind === 'write' && feeds) return make('lost-update', overwritten);
    if (same && first.iterates && second.iterates) return make('iteration', overwritten);
    if (same && (decides || feeds))
      return make('stale-check', overwritten, second.kind === 'read' && isIdempotent(second, overwritten));
    if (same && second.kind === 'write') return undefined;
    if (same && unit.flow.areCompared(first, second)) return make('stale-check', overwritten);
    if (same)
      return make(
        isTestedForNull(unit.graph, first, overwritten) ? 'stale-check' : 'unrepeatable',
        overwritten,
        !isTestedForNull(unit.graph, first, overwritten),
      );
    const back = conflictsWith(second, touches(second.location));
    const cross = overwritten.length > 0 && back.length > 0;
    // A number drawn by one atomic step is nobody else's, whatever happens to the counter.
    if (cross && (decides || feeds)) return make('stale-check', [...overwritten, ...back], first.tests && !decides);
    if (cross && second.kind === 'read' && back.some((access) => access.kind === 'write'))
      return make('torn-pair', [...overwritten, ...back], !isUsedTogether(unit, first, second));
    return cross ? make('torn-pair', [...overwritten, ...back], true) : undefined;
  }
  const seen = touches(first.location).filter((access) => !access.commutes || access.kind === 'read');
  if (same)
    return second.kind === 'write'
      ? make(
          'dirty-read',
          seen.filter(({ kind }) => kind === 'read'),
          isFlag(first) ||
            (first.location.isSafe && !first.location.isContent) ||
            (first.tests && first.atomic) ||
            isStepOfItsOwn(unit, first, second) ||
            isTrim(unit, first, second),
        )
      : undefined;
  const back = conflictsWith(second, touches(second.location));
  if (seen.length === 0 || back.length === 0) return undefined;
  if (isStepOfItsOwn(unit, first, second)) return make('torn-pair', [...seen, ...back], true);
  if (second.kind === 'write') return make('torn-pair', [...seen, ...back], first.commutes || second.commutes);
  return make('torn-pair', [...seen, ...back], true);
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
  const own = new Map(
    graph.accesses
      .filter(({ kind, held }) => kind === 'read' && held.some(({ scope }) => scope === later.scope))
      .map((read) => [read.id, read.location.id]),
  );
  const decided = [...flow.behind(second.control)].filter((id) => !graph.hints.has(id));
  const places = new Set([first.location.id, second.location.id]);
  return (
    decided.some((id) => places.has(own.get(id) ?? '')) &&
    [...decided, ...flow.behind(second.data)].every((id) => own.has(id))
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

/** `setX(x) { this.x = x; }`: configuration, told once the rest is in order (section 8.5 of the design). */
export function isPlainSet({ kind, location, method, data, control, constant, fresh, held }: Access): boolean {
  return (
    kind === 'write' &&
    !location.isContent &&
    /^set[A-Z]/.test(method) &&
    data.size === 0 &&
    control.size === 0 &&
    constant === undefined &&
    !fresh &&
    held.length === 0
  );
}

function conflictsWith(access: Access, others: readonly Access[]): readonly Access[] {
  return access.kind === 'write' ? others : others.filter(({ kind }) => kind === 'write');
}

/** `true`, `false`, `null`: a state that is meant to be seen on the way. */
function isFlag({ constant }: Access): boolean {
  return constant === 'true' || constant === 'false';
}

/** Looking again after a test, where all that can have happened is what the test already allows. */
function isIdempotent(second: Access, overwritten: readonly Access[]): boolean {
  return (
    second.location.isSafe && !second.location.isContent && overwritten.every(({ constant }) => constant !== 'null')
  );
}

/** Tested once, then used from a second read, while others put null there or take something out. */
function isTestedForNull(graph: UnitGraph, first: Access, overwritten: readonly Access[]): boolean {
  const isTested = graph.uses.get(first.id)?.has('branch') === true;
  return isTested && overwritten.some(({ constant }) => constant === 'null');
}

function isUsedTogether({ flow }: Unit, first: Access, second: Access): boolean {
  const theirs = flow.uses(second.id);
  return [...flow.uses(first.id)].some((use) => use !== 'argument' && theirs.has(use));
}

/** One per kind and first location; the others of its kind take part in its question. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const groups = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { kind, first, second, low, between, locations } = candidate;
    const key = `${kind} ${first.kind} ${first.location.id} ${low} ${kind === 'torn-pair' ? second.location.id : ''}`;
    const known = groups.get(key);
    groups.set(
      key,
      known
        ? {
            ...known,
            mine: [...known.mine, first, second],
            between: [...new Set([...known.between, ...between])],
            locations: [...new Set([...known.locations, ...locations])],
          }
        : candidate,
    );
  }
  return [...groups.values()];
}
