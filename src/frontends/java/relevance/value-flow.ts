// Where values come from and where they go, for one unit: asked for every pair of accesses, so each answer is kept.

import type { SharedLocation, Sources } from '../lower/shared-object.js';
import { type Access, namesBehind, readsBehind, type UnitGraph, type Use } from '../lower/unit-graph.js';

export class ValueFlow {
  readonly #behind = new Map<Sources, Sources>();
  readonly #behindRounds = new Map<Sources, Map<string, Sources>>();
  #uses: ReadonlyMap<number, ReadonlySet<Use>> | undefined;
  #meetings: readonly (readonly Sources[])[] | undefined;
  #equalities: readonly (readonly Sources[])[] | undefined;

  readonly #readsUnder = new Map<number, ReadonlyMap<number, SharedLocation>>();

  constructor(readonly graph: UnitGraph) {}

  /** Reads made under one acquisition of a lock, with their locations. */
  readsUnder(scope: number): ReadonlyMap<number, SharedLocation> {
    const known = this.#readsUnder.get(scope);
    if (known) return known;
    const reads = new Map(
      this.graph.accesses
        .filter(({ kind, held }) => kind === 'read' && held.some((lock) => lock.scope === scope))
        .map((read) => [read.id, read.location]),
    );
    this.#readsUnder.set(scope, reads);
    return reads;
  }

  /** The reads behind sources, seen through branches and loops. */
  behind(sources: Sources): Sources {
    const known = this.#behind.get(sources);
    if (known) return known;
    const reads = readsBehind(this.graph, sources);
    this.#behind.set(sources, reads);
    return reads;
  }

  /** The reads that reach sources from an earlier round of one of the loops. */
  behindRounds(sources: Sources, loops: readonly number[]): Sources {
    const row = this.#behindRounds.get(sources) ?? new Map<string, Sources>();
    this.#behindRounds.set(sources, row);
    const known = row.get(loops.join());
    if (known) return known;
    const reads = new Set<number>();
    for (const name of namesBehind(this.graph, sources))
      if (this.#isOfRounds(name, loops)) for (const read of readsBehind(this.graph, new Set([name]))) reads.add(read);
    row.set(loops.join(), reads);
    return reads;
  }

  /** The reads that reach sources without a detour over an earlier round. */
  behindOwnRound(sources: Sources, loops: readonly number[]): Sources {
    const names = new Set([...sources].filter((id) => !this.#isOfRounds(id, loops)));
    for (const id of names)
      for (const next of this.graph.derived.get(id) ?? []) if (!this.#isOfRounds(next, loops)) names.add(next);
    return names;
  }

  #isOfRounds(name: number, loops: readonly number[]): boolean {
    const loop = this.graph.carried.get(name);
    return loop !== undefined && loops.includes(loop);
  }

  /** Uses of a read under all its names. */
  uses(id: number): ReadonlySet<Use> {
    this.#uses ??= this.#allUses();
    return this.#uses.get(id) ?? new Set();
  }

  #allUses(): ReadonlyMap<number, ReadonlySet<Use>> {
    const all = new Map<number, Set<Use>>();
    for (const [name, uses] of this.graph.uses) {
      const reads = this.graph.derived.has(name) ? this.behind(new Set([name])) : [name];
      for (const read of reads) {
        const known = all.get(read) ?? new Set<Use>();
        all.set(read, known);
        for (const use of uses) known.add(use);
      }
    }
    return all;
  }

  /** The two meet in one test or call, or both decide that something is reached. */
  decideTogether(first: Access, second: Access): boolean {
    if (this.areCompared(first, second)) return true;
    return this.graph.accesses.some(({ control }) => {
      const decided = this.behind(control);
      return decided.has(first.id) && decided.has(second.id);
    });
  }

  /** Old and new value meet in one test: the first was kept too long. */
  areCompared(first: Access, second: Access): boolean {
    this.#meetings ??= this.#readsIn(this.graph.meetings);
    return meetIn(this.#meetings, first, second);
  }

  /** Old and new value are tested for equality: a change in between is noticed. */
  areEqualled(first: Access, second: Access): boolean {
    this.#equalities ??= this.#readsIn(this.graph.equalities);
    return meetIn(this.#equalities, first, second);
  }

  #readsIn(meetings: UnitGraph['meetings']): readonly (readonly Sources[])[] {
    return meetings.map((operands) => operands.map((sources) => this.behind(sources)));
  }
}

function meetIn(meetings: readonly (readonly Sources[])[], first: Access, second: Access): boolean {
  return meetings.some(
    (reads) =>
      reads.some((ids) => ids.has(first.id) && !ids.has(second.id)) &&
      reads.some((ids) => ids.has(second.id) && !ids.has(first.id)),
  );
}
