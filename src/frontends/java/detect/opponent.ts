// The unit that comes between, by what it does to each location. Lists are made once per location, so that they can be
// compared by identity, and are the same for every unit it is set against.

import { derived } from '../../../base/derived.js';
import type { SharedLocation } from '../lower/shared-object.js';
import type { Access, HeldLock, UnitGraph } from '../lower/unit-graph.js';
import { isRelink } from './excuses.js';
import { isPlainSet } from './plain-set.js';

const none: readonly Access[] = [];

interface Conduct {
  readonly all: Access[];
  readonly writes: Access[];
  /** Not those that only keep the order of access. */
  readonly changes: Access[];
  readonly reads: Access[];
  /** Not those increments whose order nobody can tell. */
  readonly seeing: Access[];
  /** For a lock and a mode: is it held at every access? */
  readonly respected: Map<string, boolean>;
}

export class Opponent {
  readonly #conduct = new Map<string, Conduct>();
  readonly #unions = new Map<readonly Access[], Map<readonly Access[], readonly Access[]>>();

  readonly #onlySets = new Map<readonly Access[], boolean>();

  constructor(readonly graph: UnitGraph) {
    for (const access of graph.accesses) {
      const conduct = this.#open(access.location.id);
      conduct.all.push(access);
      (access.kind === 'write' ? conduct.writes : conduct.reads).push(access);
      if (access.kind === 'write' && !isRelink(access)) conduct.changes.push(access);
      if (!access.commutes || access.kind === 'read') conduct.seeing.push(access);
    }
  }

  #open(id: string): Conduct {
    const known = this.#conduct.get(id);
    if (known) return known;
    const conduct: Conduct = { all: [], writes: [], changes: [], reads: [], seeing: [], respected: new Map() };
    this.#conduct.set(id, conduct);
    return conduct;
  }

  touches({ id }: SharedLocation): readonly Access[] {
    return this.#conduct.get(id)?.all ?? none;
  }

  writes({ id }: SharedLocation): readonly Access[] {
    return this.#conduct.get(id)?.writes ?? none;
  }

  changes({ id }: SharedLocation): readonly Access[] {
    return this.#conduct.get(id)?.changes ?? none;
  }

  reads({ id }: SharedLocation): readonly Access[] {
    return this.#conduct.get(id)?.reads ?? none;
  }

  sees({ id }: SharedLocation): readonly Access[] {
    return this.#conduct.get(id)?.seeing ?? none;
  }

  conflicts({ kind, location }: Access): readonly Access[] {
    return kind === 'write' ? this.touches(location) : this.writes(location);
  }

  union(a: readonly Access[], b: readonly Access[]): readonly Access[] {
    const row = this.#unions.get(a) ?? new Map<readonly Access[], readonly Access[]>();
    this.#unions.set(a, row);
    const known = row.get(b) ?? [...a, ...b];
    row.set(b, known);
    return known;
  }

  /** Nothing but configuration. */
  onlySets(accesses: readonly Access[]): boolean {
    const known = this.#onlySets.get(accesses) ?? accesses.every((access) => isPlainSet(this.graph, access));
    this.#onlySets.set(accesses, known);
    return known;
  }

  /** Holds the lock at every access (or write) to the location, in a mode that excludes. */
  respects({ id }: SharedLocation, { object, mode }: HeldLock, onlyWrites: boolean): boolean {
    const conduct = this.#conduct.get(id);
    if (!conduct) return true;
    const key = `${mode} ${onlyWrites} ${object.id}`;
    const known = conduct.respected.get(key);
    if (known !== undefined) return known;
    const isHeld = (onlyWrites ? conduct.writes : conduct.all).every(({ held }) =>
      held.some((lock) => lock.object.id === object.id && (lock.mode === 'exclusive' || mode === 'exclusive')),
    );
    conduct.respected.set(key, isHeld);
    return isHeld;
  }
}

export const opponentOf = derived((graph: UnitGraph) => new Opponent(graph));
