// STD: one event per line, `thread|op(argument)|location`. Nearly all lines are plain: their bytes are looked at once, and
// whatever is odd about a line is left to the careful way.

import type { EventBatch } from './event-batch.js';
import {
  Byte,
  decodeOperation,
  type LineDecoder,
  type LineProblem,
  notText,
  type Operation,
  plainEnd,
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

  function decodePlain(bytes: Uint8Array, start: number, batch: EventBatch): number {
    const first = plainEnd(bytes, start);
    if (first === start || bytes[first] !== Byte.bar) return -1;
    const second = plainEnd(bytes, first + 1);
    if (bytes[second] !== Byte.bar || bytes[second - 1] !== Byte.closeParen) return -1;
    const end = plainEnd(bytes, second + 1);
    if (bytes[end] !== Byte.lineFeed && bytes[end] !== Byte.carriageReturn) return -1;
    let open = first + 2;
    while (open < second && bytes[open] !== Byte.openParen) open++;
    const op = open === first + 2 ? traceWords.ofLetter(bytes[first + 1]!) : traceWords.find(bytes, first + 1, open);
    if (op === undefined || second - open <= 2) return -1;
    const thread = names.threads.intern(bytes, start, first);
    const target = names.internTarget(op, bytes, open + 1, second - 1);
    batch.add(op, thread, target, second + 1, end);
    return end;
  }
  return { decode, decodePlain };
}

function barFrom(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== Byte.bar) at++;
  return at;
}
