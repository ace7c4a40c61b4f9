// What slicing asks about the functions of a process: which variables and locks they touch, calls included, and where.

import { type BitSet, emptySet, singleton } from '../../../base/integers/bit-set.js';
import type { FunctionId } from '../../../model/program/program.js';
import { scopeAfter } from '../../../translate/pushdown/lock-scopes.js';
import type { FlowFunction, FlowLabel } from './flow.js';

export interface LockRegion {
  readonly lock: number;
  /** Accessed within, calls included. */
  readonly variables: BitSet;
  /** Waits, spawns or joins within. */
  readonly waits: boolean;
}

/** Does it change more than the locks of its own scope: a `wait`, a spawn, a join? */
export function interrupts(label: FlowLabel): boolean {
  return label.kind === 'use' || ('always' in label && label.always);
}

/** Union of what the labels of a function and of its callees contribute. */
export function closeOverCalls(
  functions: ReadonlyMap<FunctionId, FlowFunction>,
  contribution: (label: FlowLabel) => BitSet,
): Map<FunctionId, BitSet> {
  const sets = new Map<FunctionId, BitSet>();
  for (const [id, flow] of functions)
    sets.set(
      id,
      flow.edges.reduce((set, { label }) => set | contribution(label), emptySet),
    );
  for (let grown = true; grown; ) {
    grown = false;
    for (const [id, flow] of functions) {
      let set = sets.get(id)!;
      for (const { label } of flow.edges) if (label.kind === 'call') set |= sets.get(label.function) ?? emptySet;
      if (set !== sets.get(id)) grown = true;
      sets.set(id, set);
    }
  }
  return sets;
}

export function variablesOfUnits(flow: FlowFunction, variables: ReadonlyMap<FunctionId, BitSet>): Map<number, BitSet> {
  const found = new Map<number, BitSet>();
  for (const { from, label } of flow.edges) {
    const { unit } = flow.scopes[from]!;
    if (unit === -1) continue;
    const here = label.kind === 'access' ? singleton(label.variable) : emptySet;
    const below = label.kind === 'call' ? (variables.get(label.function) ?? emptySet) : emptySet;
    found.set(unit, (found.get(unit) ?? emptySet) | here | below);
  }
  return found;
}

/** Do scopes of one lock never meet? (Only `acquire` statements can do that.) Then scopes are told apart. */
export function areNested({ edges, scopes }: FlowFunction): boolean {
  return edges.every(({ from, to, edge }) => {
    const after = scopeAfter(scopes[from]!, edge.action, to);
    return typeof after === 'string' || scopes[to]!.regions.join() === after.regions.join();
  });
}

export function lockRegions(
  flow: FlowFunction,
  variables: ReadonlyMap<FunctionId, BitSet>,
  waiting: ReadonlySet<FunctionId>,
): Map<number, LockRegion> {
  const regions = new Map<number, LockRegion>();
  for (const { from, label } of flow.edges) {
    const scope = flow.scopes[from]!;
    const here = label.kind === 'access' ? singleton(label.variable) : emptySet;
    const below = label.kind === 'call' ? (variables.get(label.function) ?? emptySet) : emptySet;
    const waits = label.kind === 'call' ? waiting.has(label.function) : interrupts(label);
    scope.regions.forEach((region, i) => {
      // Inner levels of a reentrant lock are no scopes: nothing happens at their ends.
      if (scope.locks.indexOf(scope.locks[i]!) < i) return;
      const known = regions.get(region);
      regions.set(region, {
        lock: scope.locks[i]!,
        variables: (known?.variables ?? emptySet) | here | below,
        waits: (known?.waits ?? false) || waits,
      });
    });
  }
  return regions;
}

/** An over-approximation (all callers together) is enough: keeping a lock too many is exact. */
export function locksHeldAtAccesses(
  functions: ReadonlyMap<FunctionId, FlowFunction>,
  entry: FunctionId,
): Map<number, BitSet> {
  const atEntry = new Map<FunctionId, BitSet>([[entry, emptySet]]);
  const heldAt = new Map<number, BitSet>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const flow = functions.get(id);
    if (!flow) continue;
    for (const { from, label } of flow.edges) {
      if (label.kind !== 'access' && label.kind !== 'call') continue;
      const held = flow.scopes[from]!.locks.reduce((set, lock) => set | singleton(lock), atEntry.get(id)!);
      if (label.kind === 'access') heldAt.set(label.variable, (heldAt.get(label.variable) ?? emptySet) | held);
      else if (grow(atEntry, label.function, held)) open.push(label.function);
    }
  }
  return heldAt;
}

function grow(sets: Map<FunctionId, BitSet>, id: FunctionId, more: BitSet): boolean {
  const known = sets.get(id);
  const union = (known ?? emptySet) | more;
  sets.set(id, union);
  return union !== known;
}
