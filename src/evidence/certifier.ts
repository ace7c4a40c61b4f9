// Checks a certificate against the model and the property it is claimed for, without the engine that made it.
// One small checker per certificate kind.

import type { Model } from '../model/model.js';
import type { Certificate } from '../verdict/certificate.js';
import type { Property } from '../verdict/property.js';

export type CertifyOutcome = { readonly ok: true } | { readonly ok: false; readonly because: string };

export const accepted: CertifyOutcome = { ok: true };

export function rejected(because: string): CertifyOutcome {
  return { ok: false, because };
}

export interface Certifier {
  readonly certificateKind: string;
  /** Checks one certificate for all properties that refer to it; the outcome holds for all of them. */
  certify(model: Model, certificate: Certificate, properties: readonly Property[]): CertifyOutcome;
}
