// Findings on their way to another thread, a file or another machine: plain data in which what many share stands once, by number:
// certificates, and the steps of executions, of which hundreds begin with the same thousand. `unpack` gives back what was
// packed, shared objects included.

import { type Certificate, noCertificate } from '../../verdict/certificate.js';
import type { Finding, Verdict } from '../../verdict/verdict.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { PackedSteps, UnpackedSteps, type Way } from './packed-steps.js';

export interface Packed {
  /** `holds` with a certificate have none here, executions no steps. */
  readonly findings: readonly Finding[];
  /** For each finding the number of its certificate, or -1. */
  readonly certified: readonly number[];
  /** Those that were not packed before. */
  readonly certificates: readonly (readonly [number: number, certificate: Certificate])[];
  /** Steps that were not packed before, numbered on, and for each finding the numbers of its own. */
  readonly steps?: readonly WitnessStep[];
  readonly ways?: readonly Way[];
}

const elsewhere = noCertificate('packed');

export class Packer {
  readonly #numbers = new Map<Certificate, number>();
  readonly #steps = new PackedSteps();

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
    const { steps, ways } = this.#steps.pack(findings.map(({ verdict }) => stepsOf(verdict)));
    const bare = findings.map((finding, i) =>
      withSteps(certified[i] === -1 ? finding : withCertificate(finding, elsewhere), []),
    );
    return { findings: bare, certified, certificates: fresh, steps, ways };
  }
}

export class Unpacker {
  readonly #certificates = new Map<number, Certificate>();
  readonly #steps = new UnpackedSteps();

  unpack(packed: Packed): readonly Finding[] {
    const { steps = [], ways = [] } = packed;
    this.#steps.add(steps);
    return this.#certified(packed).map((told, i) => {
      const own = this.#steps.along(ways[i]);
      return own.length > 0 ? withSteps(told, own) : told;
    });
  }

  /** The same from somebody who is trusted, with steps that are there when somebody looks at them: few reports show them all. */
  unpackLater(packed: Packed, steps: () => readonly WitnessStep[]): readonly Finding[] {
    const { ways = [] } = packed;
    this.#steps.addLater(steps);
    return this.#certified(packed).map((told, i) =>
      ways[i] && ways[i].length > 0 ? withStepsLater(told, () => this.#steps.along(ways[i])) : told,
    );
  }

  #certified({ findings, certified, certificates }: Packed): readonly Finding[] {
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

function stepsOf(verdict: Verdict): readonly WitnessStep[] {
  return verdict.kind === 'violated' ? verdict.witness.steps : [];
}

function withSteps(finding: Finding, steps: readonly WitnessStep[]): Finding {
  const { verdict } = finding;
  if (verdict.kind !== 'violated') return finding;
  return { ...finding, verdict: { ...verdict, witness: { ...verdict.witness, steps } } };
}

function withStepsLater(finding: Finding, steps: () => readonly WitnessStep[]): Finding {
  const { verdict } = finding;
  if (verdict.kind !== 'violated') return finding;
  const witness = { ...verdict.witness };
  let known: readonly WitnessStep[] | undefined;
  const get = () => {
    known ??= steps();
    return known;
  };
  Object.defineProperty(witness, 'steps', { get, enumerable: true });
  return { ...finding, verdict: { ...verdict, witness } };
}
