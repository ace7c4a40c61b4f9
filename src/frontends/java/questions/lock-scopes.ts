// The cheap proofs. Two units that make one access each have the effect of one after the other, whatever the locks. Or:
// every access of both units to what they share lies in one scope of one common lock (held exclusively by whoever
// writes). Then each unit is one step for the other and no engine is needed.

import { derived } from '../../../base/derived.js';
import { edgesBySource } from '../../../base/graph.js';
import type { SharedLocation, SharedObject } from '../lower/shared-object.js';
import type { Access, UnitGraph } from '../lower/unit-graph.js';

/** What two units both access, one of them writing. */
export function conflicts(a: UnitGraph, b: UnitGraph): SharedLocation[] {
  const theirs = new Map<string, boolean>();
  for (const { location, kind } of b.accesses)
    theirs.set(location.id, (theirs.get(location.id) ?? false) || kind === 'write');
  const mine = new Map<string, { location: SharedLocation; writes: boolean }>();
  for (const { location, kind } of a.accesses)
    mine.set(location.id, { location, writes: (mine.get(location.id)?.writes ?? false) || kind === 'write' });
  return [...mine.values()].flatMap(({ location, writes }) =>
    theirs.has(location.id) && (writes || theirs.get(location.id)) ? [location] : [],
  );
}

const touched = derived(({ accesses }: UnitGraph) => {
  const all = new Set<string>();
  const written = new Set<string>();
  for (const { location, kind } of accesses) {
    all.add(location.id);
    if (kind === 'write') written.add(location.id);
  }
  return { all, written };
});

/** The same question as `conflicts`, for thousands of pairs. */
export function mayConflict(a: UnitGraph, b: UnitGraph): boolean {
  const [mine, theirs] = [touched(a), touched(b)];
  return meets(mine.written, theirs.all) || meets(theirs.written, mine.all);
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const id of a) if (b.has(id)) return true;
  return false;
}

export function commonScope(a: UnitGraph, b: UnitGraph, shared: readonly SharedLocation[]): SharedObject | undefined {
  const places = new Set(shared.map(({ id }) => id));
  const [mine, theirs] = [a, b].map(({ accesses }) => accesses.filter(({ location }) => places.has(location.id)));
  const candidates = mine![0]?.held.filter(({ object, isPermit }) => object.exact && !isPermit) ?? [];
  return candidates.find(({ object }) => isOneScope(mine!, object) && isOneScope(theirs!, object))?.object;
}

function isOneScope(accesses: readonly Access[], object: SharedObject): boolean {
  const needed = accesses.some(({ kind }) => kind === 'write') ? 'exclusive' : 'shared';
  const scopes = new Set<number>();
  for (const { held } of accesses) {
    const lock = held.find(
      (candidate) => candidate.object.id === object.id && (needed === 'shared' || candidate.mode === 'exclusive'),
    );
    // A scope inside of a loop is many scopes, unless the rounds are units of their own: the engine knows.
    if (!lock || lock.loops.length > 0) return false;
    scopes.add(lock.scope);
  }
  return scopes.size === 1;
}

const stepsOf = derived((unit: UnitGraph) => edgesBySource(unit));

/** On every way through the unit, at most one access to what is shared before the next unit of work begins. */
export function isOneAccess(unit: UnitGraph, shared: readonly SharedLocation[]): boolean {
  const places = new Set(shared.map(({ id }) => id));
  const outgoing = stepsOf(unit);
  const seen = new Set<number>();
  const pending: (readonly [node: number, used: boolean])[] = [[unit.entry, false]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, used] = next;
    const key = 2 * node + Number(used);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { to, action } of outgoing[node]!) {
      const isAccess = action.kind === 'access' && places.has(action.access.location.id);
      if (isAccess && used) return false;
      pending.push([to, action.kind === 'boundary' ? false : used || isAccess]);
    }
  }
  return true;
}
