// What the search has seen go wrong, each with the shortest path seen.

import type { Move } from '../../../model/program/moves.js';
import type { SearchPath } from './search-path.js';

export type SightingKind = 'failure' | 'deadlock' | 'race';

export interface Sighting {
  readonly kind: SightingKind;
  /** Tells distinct sightings of one kind apart. */
  readonly key: string;
  readonly moves: readonly Move[];
}

export class Sightings {
  readonly #shortest = new Map<string, Sighting>();

  /** Keeps the path if it is the first or a shorter one. */
  note(kind: SightingKind, key: string, path: Pick<SearchPath, 'length' | 'moves'>): void {
    const id = `${kind} ${key}`;
    const known = this.#shortest.get(id);
    if (known && known.moves.length <= path.length) return;
    this.#shortest.set(id, { kind, key, moves: path.moves() });
  }

  all(): Sighting[] {
    return [...this.#shortest.values()];
  }
}
