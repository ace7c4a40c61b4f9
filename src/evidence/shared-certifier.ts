// Checkers that look at one certificate for all claims that refer to it and share translations with the engines: `effects` of
// programs and `lock-histories`, until the kernel replaces them.

import type { Model } from '../model/model.js';
import type { Certificate } from '../verdict/certificate.js';
import type { Property } from '../verdict/property.js';

export type SharedOutcome = { readonly ok: true } | { readonly ok: false; readonly because: string };

export const accepted: SharedOutcome = { ok: true };

export function rejected(because: string): SharedOutcome {
  return { ok: false, because };
}

export interface SharedCertifier {
  readonly sharedKind: string;
  /** The outcome holds for all of the properties. */
  certify(model: Model, certificate: Certificate, properties: readonly Property[]): SharedOutcome;
}
