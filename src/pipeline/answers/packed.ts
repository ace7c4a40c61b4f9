// Findings on their way to another thread, a file or another machine: plain data in which a certificate that many share
// stands once, by number. `unpack` gives back what was packed, shared objects included.

import { type Certificate, noCertificate } from '../../verdict/certificate.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';

export interface Packed {
  /** `holds` with a certificate have none here. */
  readonly findings: readonly Finding[];
  /** For each finding the number of its certificate, or -1. */
  readonly certified: readonly number[];
  /** Those that were not packed before. */
  readonly certificates: readonly (readonly [number: number, certificate: Certificate])[];
}

const elsewhere = noCertificate('packed');

export class Packer {
  readonly #numbers = new Map<Certificate, number>();

  pack(findings: readonly Finding[]): Packed {
    const fresh: [number, Certificate][] = [];
    const certified = findings.map(({ verdict }) => {
      const certificate = certificateOf(verdict);
      if (!certificate) return -1;
      const known = this.#numbers.get(certificate);
      if (known !== undefined) return known;
      const number = this.#numbers.size;
      this.#numbers.set(certificate, number);
      fresh.push([number, certificate]);
      return number;
    });
    const bare = findings.map((finding, i) => (certified[i] === -1 ? finding : withCertificate(finding, elsewhere)));
    return { findings: bare, certified, certificates: fresh };
  }
}

export class Unpacker {
  readonly #certificates = new Map<number, Certificate>();

  unpack({ findings, certified, certificates }: Packed): readonly Finding[] {
    for (const [number, certificate] of certificates) this.#certificates.set(number, certificate);
    return findings.map((finding, i) => {
      const certificate = this.#certificates.get(certified[i] ?? -1);
      return certificate ? withCertificate(finding, certificate) : finding;
    });
  }
}

function certificateOf(verdict: Verdict): Certificate | undefined {
  return verdict.kind === 'holds' && verdict.certificate.kind !== 'none' ? verdict.certificate : undefined;
}

function withCertificate(finding: Finding, certificate: Certificate | typeof elsewhere): Finding {
  const { verdict } = finding;
  return verdict.kind === 'holds' ? { ...finding, verdict: { ...verdict, certificate } } : finding;
}
