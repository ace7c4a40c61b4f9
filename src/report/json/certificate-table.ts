// Gives each certificate an id the first time it is met: c1, c2, … in the order of the results.
// One object, one id, so a certificate that many results share is written once.

import type { Certificate } from '../../verdict/certificate.js';

export class CertificateTable {
  readonly #ids = new Map<Certificate, string>();

  idOf(certificate: Certificate): string {
    let id = this.#ids.get(certificate);
    if (id === undefined) {
      id = `c${this.#ids.size + 1}`;
      this.#ids.set(certificate, id);
    }
    return id;
  }

  *[Symbol.iterator](): Generator<readonly [id: string, certificate: Certificate]> {
    for (const [certificate, id] of this.#ids) yield [id, certificate];
  }
}
