// Traces in memory as models, and passes over them run to their end: what tests of trace analyses need.

import { bytesSource, textSource } from '../../../base/byte-source.js';
import type { Diagnostic } from '../../../base/diagnostic.js';
import { type TraceFormat, type TraceModel, traceModel } from '../trace-model.js';
import type { TraceVisitor } from '../trace-steps.js';
import { TraceWalk, type WalkOptions } from '../trace-walk.js';
import type { WalkEnd } from '../walk-signal.js';
import { type NamedEvent, printStd } from './std-printer.js';

export function traceOfText(text: string, format: TraceFormat = 'std'): TraceModel {
  return traceModel(`trace.${format}`, format, () => textSource(text));
}

/** The same in chunks of a few bytes, which cut lines and characters anywhere. */
export function traceInChunks(text: string, size: number, format: TraceFormat = 'std'): TraceModel {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return traceModel(`trace.${format}`, format, () => bytesSource(chunks));
}

export function traceOfEvents(events: readonly NamedEvent[]): TraceModel {
  return traceOfText(printStd(events));
}

export interface Walked {
  readonly walk: TraceWalk;
  readonly end: WalkEnd;
  readonly diagnostics: readonly Diagnostic[];
}

export function walkAll(model: TraceModel, visitor: TraceVisitor, options: WalkOptions = {}): Walked {
  const walk = new TraceWalk(model, options);
  const run = walk.run(visitor);
  const diagnostics: Diagnostic[] = [];
  for (let step = run.next(); ; step = run.next()) {
    if (step.done) return { walk, end: step.value, diagnostics };
    if (step.value.kind === 'diagnostic') diagnostics.push(step.value.diagnostic);
  }
}
