// What a pass over a trace says on its way, and how it ends.

import type { Stop } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';

export type WalkSignal =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'await-input'; readonly ready: Promise<void> }
  | { readonly kind: 'diagnostic'; readonly diagnostic: Diagnostic };

export type WalkEnd =
  | { readonly kind: 'end' }
  | { readonly kind: 'stopped'; readonly stop: Stop }
  /** An error in the trace, already reported. */
  | { readonly kind: 'malformed' };

/** Yields what happens on the way; the driver answers with a Stop when a limit is reached. */
export type WalkRun<T> = Generator<WalkSignal, T, Stop | undefined>;
