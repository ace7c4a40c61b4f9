// What was asked, as plain data: `kind` plus what identifies the question (contract.md, JSON report).

import type { JsonObject } from '../base/json.js';

export interface Property extends JsonObject {
  readonly kind: string;
}
