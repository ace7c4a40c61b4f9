// STD: one event per line, `thread|op(argument)|location`.

import type { EventBatch } from './event-batch.js';
import {
  Byte,
  decodeOperation,
  type LineDecoder,
  type LineProblem,
  notText,
  type Operation,
  traceWords,
} from './line-decoder.js';
import { NOT_TEXT } from './name-table.js';
import { Op, type TraceNames } from './trace-event.js';

const EXPECTED = 'expected thread|op(argument)|location';

export function stdDecoder(names: TraceNames): LineDecoder {
  const found: Operation = { op: Op.none, start: 0, end: 0 };

  function decode(bytes: Uint8Array, start: number, end: number, batch: EventBatch): LineProblem | undefined {
    const first = barFrom(bytes, start, end);
    const second = barFrom(bytes, first + 1, end);
    if (second >= end || barFrom(bytes, second + 1, end) < end)
      return { message: 'line without exactly three fields', start, end, help: EXPECTED };
    if (first === start) return { message: 'event without a thread', start, end: start + 1, help: EXPECTED };
    const problem = decodeOperation(bytes, first + 1, second, traceWords, found);
    if (problem) return problem;
    const thread = names.threads.intern(bytes, start, first);
    const target = names.internTarget(found.op, bytes, found.start, found.end);
    if (thread === NOT_TEXT) return notText(start, first);
    if (target === NOT_TEXT) return notText(found.start, found.end);
    batch.add(found.op, thread, target, second + 1, end);
    return undefined;
  }
  return { decode };
}

function barFrom(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== Byte.bar) at++;
  return at;
}
