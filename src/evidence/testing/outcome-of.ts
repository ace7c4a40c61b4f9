// What a checker says about a certificate, in one word.

import type { Model } from '../../model/model.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import { allExecutions, type Scope } from '../../verdict/scope.js';
import { type Certifier, type CertifyOutcome, unlimitedWork, type Work } from '../certifier.js';

export function outcomeOf(
  certifier: Certifier,
  model: Model,
  property: Property,
  certificate: Certificate = { kind: certifier.certificateKind, body: {} } as Certificate,
  scope: Scope = allExecutions(),
  work: Work = unlimitedWork(),
): CertifyOutcome['kind'] {
  const outcome = certifier.certify(model, property, scope, certificate, work);
  if ('kind' in outcome) return outcome.kind;
  for (let next = outcome.next(); ; next = outcome.next()) if (next.done) return next.value.kind;
}
