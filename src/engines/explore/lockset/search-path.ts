// The steps of the program on the search's current path, and the shortest path to each violation seen so far.

import type { Move } from '../../../model/program/moves.js';
import type { CompiledStep } from '../machine/compiled-program.js';
import { noValue } from '../machine/step-machine.js';

interface PathStep {
  readonly thread: number;
  readonly step: CompiledStep;
  readonly value: number;
  readonly resumes: boolean;
}

export class SearchPath {
  readonly #steps: PathStep[] = [];

  get length(): number {
    return this.#steps.length;
  }

  push(thread: number, step: CompiledStep, value: number, resumes: boolean): void {
    this.#steps.push({ thread, step, value, resumes });
  }

  truncateTo(length: number): void {
    this.#steps.length = length;
  }

  moves(): Move[] {
    return this.#steps.map(moveOf);
  }
}

function moveOf({ thread, step: { edge }, value, resumes }: PathStep): Move {
  if (resumes) return { kind: 'resume', thread, edge };
  return value === noValue ? { kind: 'edge', thread, edge } : { kind: 'edge', thread, edge, value };
}

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
  note(kind: SightingKind, key: string, path: SearchPath): void {
    const id = `${kind} ${key}`;
    const known = this.#shortest.get(id);
    if (known && known.moves.length <= path.length) return;
    this.#shortest.set(id, { kind, key, moves: path.moves() });
  }

  all(): Sighting[] {
    return [...this.#shortest.values()];
  }
}
