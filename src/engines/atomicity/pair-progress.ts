// What is known so far about two classes of threads and an atomic set.

import type { JsonObject } from '../../base/json.js';
import type { Certificate } from '../../verdict/certificate.js';
import { LockHints } from './certificate.js';
import type { Decision } from './decided-choice.js';
import type { ClassPair } from './threads/thread-forest.js';

export class PairProgress {
  readonly #hints: LockHints;
  #holds = true;
  #asked = false;

  constructor(readonly pair: ClassPair) {
    this.#hints = new LockHints([pair.first.name, pair.second.name]);
  }

  /** Everything that was asked is excluded. */
  get holds(): boolean {
    return this.#holds && this.#asked;
  }

  add(variables: readonly string[], decisions: readonly Decision[]): void {
    this.#asked = true;
    this.#hints.add(variables, decisions);
  }

  /** What another run has excluded. */
  resume(hints: readonly JsonObject[]): void {
    this.#asked ||= hints.length > 0;
    this.#hints.addAll(hints);
  }

  /** Undefined if something was not excluded. */
  get hints(): readonly JsonObject[] | undefined {
    return this.#holds ? this.#hints.hints : undefined;
  }

  /** Violated or not decided. */
  fail(): void {
    this.#holds = false;
  }

  get certificate(): Certificate {
    return this.#hints.certificate;
  }
}
