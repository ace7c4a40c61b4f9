// Asks the kernel's certifier about one finding, as tests do.

import type { Model } from '../../model/model.js';
import type { Certificate } from '../../verdict/certificate.js';
import type { Property } from '../../verdict/property.js';
import { allExecutions } from '../../verdict/scope.js';
import type { Finding } from '../../verdict/verdict.js';
import { lockHistoriesCertifier } from '../atomicity/lock-histories.js';
import { type CertifyOutcome, unlimitedWork } from '../certifier.js';

export function certifyClaim(model: Model, property: Property, certificate: Certificate): CertifyOutcome {
  const outcome = lockHistoriesCertifier.certify(model, property, allExecutions(), certificate, unlimitedWork());
  if (!('kind' in outcome)) throw new Error('lock histories do not wait for input');
  return outcome;
}

/** Throws if there is none. */
export function certificateOf({ verdict }: Finding): Certificate {
  if (verdict.kind !== 'holds' || !('body' in verdict.certificate)) throw new Error('no certificate');
  return verdict.certificate;
}
