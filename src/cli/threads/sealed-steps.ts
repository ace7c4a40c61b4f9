// Findings on their way between threads: their steps as bytes, which move instead of being copied, and which are read only where
// somebody looks at executions. A model with thousands of violations has millions of steps.

import { deserialize, serialize } from 'node:v8';
import type { Packed } from '../../pipeline/answers/packed.js';
import type { WitnessStep } from '../../verdict/witness.js';

export interface SealedFindings {
  /** Without steps. */
  readonly packed: Packed;
  readonly steps: Uint8Array<ArrayBuffer>;
}

export function sealed({ steps = [], ...packed }: Packed): SealedFindings {
  const bytes = serialize(steps);
  return { packed, steps: new Uint8Array(bytes) };
}

export function stepsIn({ steps }: SealedFindings): readonly WitnessStep[] {
  return deserialize(steps);
}
