// Checks that a claim (a property of a model, within a scope) holds, given the hints of a certificate and nothing that the
// engines are made of (docs/theory/evidence.md). One small checker per kind of certificate. What a checker knows about a
// model it may keep for the next claim about it.

import type { Stop } from '../base/budget.js';
import type { Model } from '../model/model.js';
import type { Certificate, CertificateKind, CertificateOf } from '../verdict/certificate.js';
import type { EngineEvent } from '../verdict/engine.js';
import type { Property } from '../verdict/property.js';
import type { Scope } from '../verdict/scope.js';

export type CertifyOutcome =
  | { readonly kind: 'accepted' }
  /** The claim is false, is not about this model, asks nothing, or its certificate does not prove it. */
  | { readonly kind: 'rejected'; readonly because: string }
  /** The claim may well hold: the checker's rules do not show it, or its work was spent before they could. */
  | { readonly kind: 'not-certified'; readonly because: string };

/** How many steps a checker may still make, counted alike on every machine; checkers take from it. */
export interface Work {
  left: number;
}

/** For models that are streams: may wait for input. */
export type CertifyRun = Generator<EngineEvent, CertifyOutcome, Stop | undefined>;

export interface Certifier {
  readonly certificateKind: CertificateKind;
  readonly certify: Certify<CertificateKind>;
}

type Certify<Kind extends CertificateKind> = (
  model: Model,
  property: Property,
  scope: Scope,
  certificate: CertificateOf<Kind>,
  work: Work,
) => CertifyOutcome | CertifyRun;

/** A checker that is shown certificates of its kind only. */
export function certifierOf<Kind extends CertificateKind>(certificateKind: Kind, certify: Certify<Kind>): Certifier {
  const isOfKind = (certificate: Certificate): certificate is CertificateOf<Kind> =>
    certificate.kind === certificateKind;
  return {
    certificateKind,
    certify: (model, property, scope, certificate, work) =>
      isOfKind(certificate)
        ? certify(model, property, scope, certificate, work)
        : rejected(`the certificate is not of kind ${certificateKind}`),
  };
}

export const accepted: CertifyOutcome = { kind: 'accepted' };

export function rejected(because: string): CertifyOutcome {
  return { kind: 'rejected', because };
}

export function notCertified(because: string): CertifyOutcome {
  return { kind: 'not-certified', because };
}

export function unlimitedWork(): Work {
  return { left: Number.POSITIVE_INFINITY };
}
