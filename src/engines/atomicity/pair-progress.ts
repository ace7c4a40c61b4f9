// What is known so far about two classes of threads and an atomic set.

import type { Certificate, NoCertificate } from '../../verdict/certificate.js';
import type { CertificateBuilder } from './certificate.js';
import type { Decision } from './decide/thread-decider.js';
import type { ClassPair } from './threads/thread-forest.js';

export class PairProgress {
  #builder: CertificateBuilder | undefined;
  #holds = true;
  #asked = false;

  constructor(
    readonly pair: ClassPair,
    builder: CertificateBuilder | undefined,
  ) {
    this.#builder = builder;
  }

  /** Everything that was asked is excluded. */
  get holds(): boolean {
    return this.#holds && this.#asked;
  }

  add(variables: readonly string[], decisions: readonly Decision[]): void {
    this.#asked = true;
    for (const decision of decisions) this.#builder?.add(variables, decision);
  }

  /** Violated or not decided: no certificate will be needed. */
  fail(): void {
    this.#holds = false;
    this.#builder = undefined;
  }

  certificate(): Certificate | NoCertificate | undefined {
    return this.#builder?.finish();
  }
}
