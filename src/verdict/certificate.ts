// Evidence for `holds`: plain data of a kind that a small checker in evidence/ accepts or rejects without the engine that
// made it. A union by `kind`; what a body has is data of a stranger to its checker, who reads it with care.
// Several results may share one certificate object; reports then write it once.

import type { Json, JsonObject } from '../base/json.js';

type Proof<Kind extends string, Body> = { readonly kind: Kind; readonly body: Body };

/** Which locks to look at, by threads and variables. */
export type LockHistoriesCertificate = Proof<'lock-histories/2', { readonly hints?: Json }>;
export type LockScopesCertificate = Proof<'lock-scopes', { readonly claims?: Json }>;
/** Search the states again, up to so many. */
export type StatesCertificate = Proof<'states/1' | 'states-local/1', { readonly limit?: Json }>;
/** Search the executions again, in so many steps. */
export type ExecutionsCertificate = Proof<'executions/1', { readonly limit?: Json }>;
/** Read the trace again, in this format. */
export type ClocksCertificate = Proof<'clocks/1', { readonly format?: Json }>;
/** Derive the effects again: there is nothing to add. */
export type EffectsCertificate = Proof<'effects/2', JsonObject>;
export type ScheduleCertificate = Proof<'schedule', { readonly steps?: Json }>;
export type TypingCertificate = Proof<'typing', { readonly types?: Json; readonly rules?: Json }>;

/** For programs with the texts of their states, and what of their locals was forgotten. */
export type CoverBody = {
  readonly set?: Json;
  readonly basis?: Json;
  readonly shared?: Json;
  readonly locals?: Json;
  readonly forgotten?: Json;
};
export type CoverCertificate = Proof<'coverability-set' | 'upward-closed-basis', CoverBody>;
/** What is to be added to the target's automaton so that it is closed under predecessors. */
export type ClosedAutomatonCertificate = Proof<'backward-closed-automaton', { readonly transitions?: Json }>;
/** Of a kind that nobody here checks. */
export type OtherCertificate = Proof<'other', JsonObject> & { readonly stated: string };

export type Certificate =
  | LockHistoriesCertificate
  | LockScopesCertificate
  | StatesCertificate
  | ExecutionsCertificate
  | ClocksCertificate
  | EffectsCertificate
  | ScheduleCertificate
  | TypingCertificate
  | CoverCertificate
  | ClosedAutomatonCertificate
  | OtherCertificate;

export type CertificateKind = Certificate['kind'];
export type CertificateOf<Kind extends CertificateKind> = Extract<Certificate, { readonly kind: Kind }>;

/** No certificate, and why: exhaustive searches and semi-decision methods have none. */
export interface NoCertificate {
  readonly kind: 'none';
  readonly because: string;
}

export function noCertificate(because: string): NoCertificate {
  return { kind: 'none', because };
}

/** The kind as reports write it. */
export function statedKind(certificate: Certificate): string {
  return certificate.kind === 'other' ? certificate.stated : certificate.kind;
}
