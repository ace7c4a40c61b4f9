// Evidence for `holds`: plain data of a kind that a small checker in verdict/certify accepts or rejects without the
// engine that made it. Several results may share one certificate object; reports then write it once.

import type { JsonObject } from '../base/json.js';

export interface Certificate {
  readonly kind: string;
  readonly body: JsonObject;
}

/** No certificate, and why: exhaustive searches and semi-decision methods have none. */
export interface NoCertificate {
  readonly kind: 'none';
  readonly because: string;
}

export function noCertificate(because: string): NoCertificate {
  return { kind: 'none', because };
}
