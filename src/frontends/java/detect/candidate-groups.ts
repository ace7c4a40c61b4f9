// Suspicions of the same kind about the same location are one candidate: the first is told, all take part in its question.
// Units have hundreds of accesses, so a group grows in place.

import type { SharedLocation } from '../lower/shared-object.js';
import type { Access } from '../lower/unit-graph.js';
import type { Candidate, Suspicion } from './candidates.js';

interface Group {
  readonly told: Suspicion;
  readonly low: boolean;
  readonly mine: Set<Access>;
  readonly betweens: Set<readonly Access[]>;
  readonly locations: Set<SharedLocation>;
}

export class CandidateGroups {
  /** By the first location; a handful each. */
  readonly #groups = new Map<string, Group[]>();

  add(suspicion: Suspicion, low: boolean): void {
    const { first, second, between } = suspicion;
    const group = this.#groupOf(suspicion, low);
    group.mine.add(first).add(second);
    group.betweens.add(between);
    group.locations.add(first.location).add(second.location);
  }

  #groupOf(told: Suspicion, low: boolean): Group {
    const { id } = told.first.location;
    const near = this.#groups.get(id) ?? [];
    this.#groups.set(id, near);
    const known = near.find((group) => group.low === low && isAlike(group.told, told));
    if (known) return known;
    const group: Group = { told, low, mine: new Set(), betweens: new Set(), locations: new Set() };
    near.push(group);
    return group;
  }

  candidates(): Candidate[] {
    return [...this.#groups.values()].flat().map(({ told, low, mine, betweens, locations }) => ({
      ...told,
      low,
      mine: [...mine],
      between: [...new Set([...betweens].flat())],
      locations: [...locations],
    }));
  }
}

function isAlike(a: Suspicion, b: Suspicion): boolean {
  return (
    a.kind === b.kind &&
    a.first.kind === b.first.kind &&
    (a.kind !== 'torn-pair' || a.second.location.id === b.second.location.id)
  );
}
