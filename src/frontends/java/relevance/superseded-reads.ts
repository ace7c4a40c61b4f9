// A read that only decides a branch, behind which every path tests the location again before it acts, was a hint: it says
// nothing that is not asked again (double-checked locking, get before putIfAbsent, compare-and-set in a loop). Such a
// read is moved to the other side of the branch, where its answer counts. One backward look per branch, linear.

import { derived } from '../../../base/derived.js';
import {
  type Access,
  isLookedPast,
  readsBehind,
  type UnitEdge,
  type UnitGraph,
  validatesRead,
} from '../lower/unit-graph.js';

export interface PrunedGraph {
  readonly graph: UnitGraph;
  /** Some read was taken as a hint (assumption A8). */
  readonly usedHints: boolean;
}

export function pruneHints(graph: UnitGraph): PrunedGraph {
  const steps = new Steps(graph);
  const hints = new Map<number, Access>();
  for (const access of graph.accesses) {
    if (access.kind !== 'read' || access.tests || access.iterates) continue;
    // A read may lie on several copies of a way by now: each is looked at by itself.
    for (const edge of steps.of(access)) {
      const moved = moveRead(graph, steps, access, edge);
      if (!moved) continue;
      hints.set(access.id, access);
      if (moved.kind === 'drop') steps.silence(edge);
      else steps.split(access, moved.chain, moved.hint);
    }
  }
  if (hints.size === 0) return { graph, usedHints: false };
  const { edges, nodeCount } = steps;
  const left = new Set(edges.flatMap(({ action }) => (action.kind === 'access' ? [action.access.id] : [])));
  const accesses = graph.accesses.filter(({ id }) => left.has(id));
  return { graph: { ...graph, edges, nodeCount, hints, accesses }, usedHints: true };
}

/** The steps of a unit while reads are moved: changed in place, a few at a time. */
class Steps {
  readonly outgoing: UnitEdge[][];
  readonly #ofAccess = new Map<number, UnitEdge[]>();

  constructor({ nodeCount, edges }: UnitGraph) {
    this.outgoing = Array.from({ length: nodeCount }, () => []);
    for (const edge of edges) this.#add(edge);
  }

  get nodeCount(): number {
    return this.outgoing.length;
  }

  get edges(): UnitEdge[] {
    return this.outgoing.flat();
  }

  /** Those that make an access, as they are now. */
  of({ id }: Access): readonly UnitEdge[] {
    return [...(this.#ofAccess.get(id) ?? [])];
  }

  silence(edge: UnitEdge): void {
    this.#remove(edge);
    this.#add({ ...edge, action: { kind: 'skip' } });
  }

  /** Two copies of the way to the branch: one with the read, for the sides where it counts; one without, for the others. */
  split(read: Access, chain: readonly UnitEdge[], hint: ReadonlySet<UnitEdge>): void {
    for (const edge of hint) this.#remove(edge);
    let from = chain[0]!.from;
    for (const edge of chain) {
      const action = isRead(edge, read) ? ({ kind: 'skip' } as const) : edge.action;
      const to = this.outgoing.push([]) - 1;
      this.#add({ ...edge, from, to, action });
      from = to;
    }
    for (const edge of hint) this.#add({ ...edge, from });
  }

  #add(edge: UnitEdge): void {
    this.outgoing[edge.from]!.push(edge);
    if (edge.action.kind !== 'access') return;
    const { id } = edge.action.access;
    this.#ofAccess.set(id, [...(this.#ofAccess.get(id) ?? []), edge]);
  }

  #remove(edge: UnitEdge): void {
    const around = this.outgoing[edge.from]!;
    around.splice(around.indexOf(edge), 1);
    if (edge.action.kind !== 'access') return;
    const { id } = edge.action.access;
    this.#ofAccess.set(id, this.#ofAccess.get(id)?.filter((other) => other !== edge) ?? []);
  }
}

type Move =
  | { readonly kind: 'drop' }
  | { readonly kind: 'split'; readonly chain: readonly UnitEdge[]; readonly hint: ReadonlySet<UnitEdge> };

function moveRead(graph: UnitGraph, paths: Steps, read: Access, edge: UnitEdge): Move | undefined {
  if (isValidated(graph, paths, read, edge)) return { kind: 'drop' };
  const chain = chainToBranch(paths, edge, read);
  if (!chain) return undefined;
  const sides = paths.outgoing[chain.at(-1)!.to]!;
  const hint = new Set(sides.filter((side) => isSuperseded(graph, paths, read, side)));
  if (hint.size === 0) return undefined;
  return hint.size === sides.length ? { kind: 'drop' } : { kind: 'split', chain, hint };
}

/** Whatever is done with the value, a compare-and-set of it comes first, or nothing is written at all. */
function isValidated(graph: UnitGraph, paths: Steps, read: Access, start: UnitEdge): boolean {
  const pending = [start.to];
  const seen = new Set(pending);
  let found = false;
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const edge of paths.outgoing[node]!) {
      const access = edge.action.kind === 'access' ? edge.action.access : undefined;
      const isSame = access?.location.id === read.location.id;
      if (isSame && access?.id === read.id) continue;
      if (
        isSame &&
        access?.kind === 'write' &&
        readsBehind(graph, access.data).has(read.id) &&
        validatesRead(graph, access, read.id)
      ) {
        found = true;
        continue;
      }
      if (access?.kind === 'write' || (isSame && !access?.tests)) return false;
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      pending.push(edge.to);
    }
  }
  return found;
}

/** From the read to the branch that tests it, if nothing is written and no other way leads out. */
function chainToBranch(paths: Steps, start: UnitEdge, read: Access): readonly UnitEdge[] | undefined {
  const chain = [start];
  for (let at = start; chain.length < 40; ) {
    const next = paths.outgoing[at.to]!;
    if (next.length > 1 || next[0]?.action.kind === 'branch') {
      const tests = next.some(({ action }) => action.kind === 'branch' && action.tests.has(read.id));
      return tests ? chain : undefined;
    }
    const only = next[0];
    if (!only || only.action.kind === 'boundary') return undefined;
    if (only.action.kind === 'access' && only.action.access.kind === 'write') return undefined;
    chain.push(only);
    at = only;
  }
  return undefined;
}

/** Behind this side of the branch, the value is dead and the location is tested again before anything is written. */
function isSuperseded(graph: UnitGraph, paths: Steps, read: Access, side: UnitEdge): boolean {
  if (isAlive(graph, read, side)) return false;
  const pending = [side.to];
  const seen = new Set(pending);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const next = paths.outgoing[node]!;
    if (next.length === 0) return false;
    for (const edge of next) {
      const outcome = look(graph, read, edge);
      if (outcome === 'acts') return false;
      if (outcome === 'tests' || seen.has(edge.to)) continue;
      seen.add(edge.to);
      pending.push(edge.to);
    }
  }
  return true;
}

function look(graph: UnitGraph, read: Access, { action }: UnitEdge): 'acts' | 'tests' | 'passes' {
  if (action.kind === 'boundary') return 'tests';
  if (action.kind !== 'access') return 'passes';
  const { access } = action;
  if (access.location.id !== read.location.id) return access.kind === 'write' ? 'acts' : 'passes';
  if (access.tests) return isLookedPast(graph, access, read.id) ? 'acts' : 'tests';
  if (access.kind === 'write') return 'acts';
  return isTested(graph, access) ? 'tests' : 'acts';
}

function isTested(graph: UnitGraph, access: Access): boolean {
  const direct = graph.uses.get(access.id);
  return direct?.has('branch') === true;
}

/** Names that the value has on this side, put to a use other than a branch or the expected value of a test-and-set. */
function isAlive(graph: UnitGraph, read: Access, side: UnitEdge): boolean {
  const names = namesBehind(graph, read, side);
  return [...names].some((name) => {
    const uses = graph.uses.get(name);
    return uses !== undefined && [...uses].some((use) => use !== 'test-and-set');
  });
}

function namesBehind(graph: UnitGraph, read: Access, side: UnitEdge): ReadonlySet<number> {
  const first = graph.sideNames.get(side.to) ?? new Map<number, number>();
  const start = first.get(read.id);
  if (start === undefined) return new Set();
  const later = laterNames(graph.derived);
  const names = new Set([start]);
  for (const name of names) for (const next of later.get(name) ?? []) names.add(next);
  return names;
}

/** For each name those that were made of it. */
const laterNames = derived((names: UnitGraph['derived']): ReadonlyMap<number, readonly number[]> => {
  const later = new Map<number, number[]>();
  for (const [name, sources] of names)
    for (const source of sources) {
      const known = later.get(source);
      if (known) known.push(name);
      else later.set(source, [name]);
    }
  return later;
});

function isRead({ action }: UnitEdge, access: Access): boolean {
  return action.kind === 'access' && action.access.id === access.id;
}
