// What a body waits for, and how expressions are evaluated: as generators that hand out what they wait for.

import type { Span } from '../../../../base/source-text.js';
import type { Value } from '../value.js';

/** What a body waits for: the settlement of an awaited value, or the consumer of what it yields. */
export interface Suspension {
  readonly kind: 'await' | 'yield';
  readonly value: Value;
  readonly span: Span;
}

export type Evaluation = Generator<Suspension, Value, Value>;
