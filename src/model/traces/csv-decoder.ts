// CSV: a column per thread, one filled cell `op(argument)` per row. Columns are the threads T0, T1, …, unless the
// first row names them (several filled cells, none an operation). There are no locations: the line stands in.

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

const EXPECTED = 'expected one filled cell op(argument) in a row with a column per thread';

export function csvDecoder(names: TraceNames): LineDecoder {
  const found: Operation = { op: Op.none, start: 0, end: 0 };
  /** Thread of each column. */
  const columns: number[] = [];
  let firstRow = true;

  function decode(bytes: Uint8Array, start: number, end: number, batch: EventBatch): LineProblem | undefined {
    if (firstRow) {
      firstRow = false;
      if (isHeader(bytes, start, end)) return readHeader(bytes, start, end);
    }
    return readRow(bytes, start, end, batch);
  }

  function readHeader(bytes: Uint8Array, start: number, end: number): LineProblem | undefined {
    for (let from = start, cellEnd: number; from <= end; from = cellEnd + 1) {
      cellEnd = commaFrom(bytes, from, end);
      const thread = names.threads.intern(bytes, from, cellEnd);
      if (thread === NOT_TEXT) return notText(from, cellEnd);
      columns.push(thread);
    }
    return undefined;
  }

  function readRow(bytes: Uint8Array, start: number, end: number, batch: EventBatch): LineProblem | undefined {
    let column = 0;
    let from = start;
    for (; from < end && bytes[from] === Byte.comma; from++) column++;
    const cellEnd = commaFrom(bytes, from, end);
    for (let at = cellEnd; at < end; at++)
      if (bytes[at] !== Byte.comma) return { message: 'more than one filled cell', start: at, end, help: EXPECTED };
    if (from === cellEnd) return { message: 'row without an event', start, end, help: EXPECTED };
    const problem = decodeOperation(bytes, from, cellEnd, traceWords, found);
    if (problem) return problem;
    const target = names.internTarget(found.op, bytes, found.start, found.end);
    if (target === NOT_TEXT) return notText(found.start, found.end);
    batch.add(found.op, threadOf(column), target, start, start);
    return undefined;
  }

  function threadOf(column: number): number {
    while (columns.length <= column) columns.push(names.threads.internText(`T${columns.length}`));
    return columns[column]!;
  }
  return { decode };
}

/** Several filled cells, and no operation among them. */
function isHeader(bytes: Uint8Array, start: number, end: number): boolean {
  let filled = 0;
  for (let from = start, cellEnd: number; from <= end; from = cellEnd + 1) {
    cellEnd = commaFrom(bytes, from, end);
    if (cellEnd > from) filled++;
  }
  return filled > 1 && !bytes.subarray(start, end).includes(Byte.openParen);
}

function commaFrom(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== Byte.comma) at++;
  return at;
}
