// Certificates and what stands beside the steps of a witness, as a report has them. Their kinds are told here; what they say is
// read by the checkers of evidence/, who take nothing on trust.

import type { JsonObject } from '../../base/json.js';
import type { Certificate, CertificateKind, OtherCertificate } from '../../verdict/certificate.js';
import type { Witness } from '../../verdict/witness.js';

const certificateKinds: ReadonlySet<string> = new Set<Exclude<CertificateKind, 'other'>>([
  ...(['lock-histories/2', 'lock-scopes', 'states/1', 'states-local/1', 'executions/1', 'clocks/1'] as const),
  ...(['effects/2', 'schedule', 'typing', 'coverability-set', 'upward-closed-basis'] as const),
  'backward-closed-automaton',
]);

export function certificateOf(stated: string, body: JsonObject): Certificate {
  if (isKnown(stated)) return { kind: stated, body };
  return { kind: 'other', stated, body };
}

function isKnown(kind: string): kind is Exclude<CertificateKind, OtherCertificate['kind']> {
  return certificateKinds.has(kind);
}

/** A report does not say of what kind a witness is: its details do. */
export function witnessKind(details: JsonObject): Witness['kind'] {
  const has = (...names: readonly string[]) => names.some((name) => Object.hasOwn(details, name));
  if (has('provider')) return 'calls';
  if (has('accesses', 'events')) return 'trace';
  if (has('types')) return 'path';
  if (has('initial')) return 'counters';
  return Object.keys(details).every((name) => name === 'threads' || name === 'instances') ? 'execution' : 'other';
}
