// Diagnostics about a trace: lines that are no events, and events that cannot have happened.

import type { Diagnostic } from '../../base/diagnostic.js';
import type { EventBatch } from './event-batch.js';
import { opNames, type TraceNames } from './trace-event.js';
import type { Impossibility } from './trace-steps.js';
import type { MalformedLine } from './trace-stream.js';

export type Severity = Diagnostic['severity'];

export function malformedLineDiagnostic(line: MalformedLine, file: string, severity: Severity): Diagnostic {
  return {
    code: 'HD2010',
    severity,
    message: `${line.message} in line ${line.line}`,
    file,
    place: { file, line: line.line, column: line.column, length: line.length },
    sourceLine: line.text,
    help: line.help,
  };
}

/** The diagnostic for the event at `index` of a batch. */
export function impossibleEventDiagnostic(
  problem: Impossibility,
  batch: EventBatch,
  index: number,
  names: TraceNames,
  where: { readonly file: string; readonly severity: Severity },
): Diagnostic {
  const op = batch.op[index]!;
  const thread = names.threads.text(batch.thread[index]!);
  const event = `${thread}|${opNames[op]!}(${names.targetText(op, batch.target[index]!)})`;
  const { file, severity } = where;
  return {
    code: 'HD2011',
    severity,
    message: `impossible event ${event}: ${reason(problem, thread, names)}`,
    file,
    place: { file, line: batch.line[index]!, column: 1, length: 1 },
    help: 'the recorder lost or reordered events; --lenient goes on with a warning',
  };
}

function reason(problem: Impossibility, thread: string, names: TraceNames): string {
  switch (problem.kind) {
    case 'release-not-held':
      return `${thread} does not hold ${names.syncs.text(problem.lock)}`;
    case 'acquire-held':
      return `${names.threads.text(problem.owner)} holds ${names.syncs.text(problem.lock)}`;
    case 'after-join':
      return `${thread} was joined before`;
    case 'fork-of-known':
      return `${names.threads.text(problem.child)} was started before`;
    case 'join-of-itself':
      return `${thread} waits for itself`;
  }
}
