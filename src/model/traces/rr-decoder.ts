// RoadRunner logs: `@ Acquire(tid,target) … location`. Lines of another shape are the tool's chatter and hold no event;
// an unknown operation is an error, because an ordering that is overlooked would show as a race.

import type { EventBatch } from './event-batch.js';
import { Byte, type LineDecoder, type LineProblem, notText, OpWords } from './line-decoder.js';
import { NOT_TEXT } from './name-table.js';
import { Op, type TraceNames } from './trace-event.js';

const roadRunnerWords = new OpWords([
  ['Rd', Op.read],
  ['ARd', Op.read],
  ['Wr', Op.write],
  ['AWr', Op.write],
  ['Acquire', Op.acquire],
  ['Release', Op.release],
  ['Start', Op.fork],
  ['Join', Op.join],
  ['VRd', Op.volatileRead],
  ['VWr', Op.volatileWrite],
  ['Wait', Op.wait],
  ['Notify', Op.notify],
  ['New', Op.allocate],
  ['Enter', Op.none],
  ['Exit', Op.none],
  ['Dummy', Op.none],
]);

const EXPECTED = 'expected @ Operation(thread,target) location';

export function rrDecoder(names: TraceNames): LineDecoder {
  function decode(bytes: Uint8Array, start: number, end: number, batch: EventBatch): LineProblem | undefined {
    if (bytes[start] !== Byte.at) return undefined;
    const word = skipBlanks(bytes, start + 1, end);
    const open = endOfWord(bytes, word, end);
    if (open === end || bytes[open] !== Byte.openParen) return undefined;
    const op = roadRunnerWords.find(bytes, word, open);
    if (op === undefined)
      return { message: 'unknown operation', start: word, end: open, help: `expected one of ${roadRunnerWords.list}` };
    // Method names of Enter and Exit may hold commas, blanks and parentheses; nothing of them is needed.
    const tokenEnd = op === Op.none ? end : endOfToken(bytes, open, end);
    const comma = commaFrom(bytes, open, tokenEnd);
    if (comma === tokenEnd || comma === open + 1)
      return { message: 'event without a thread and a target', start: word, end: tokenEnd, help: EXPECTED };
    const thread = names.threads.intern(bytes, open + 1, comma);
    if (thread === NOT_TEXT) return notText(open + 1, comma);
    if (op === Op.none) {
      batch.add(op, thread, -1, end, end);
      return undefined;
    }
    if (bytes[tokenEnd - 1] !== Byte.closeParen || tokenEnd - comma <= 2)
      return { message: 'operation without a target', start: word, end: tokenEnd, help: EXPECTED };
    const target = names.internTarget(op, bytes, comma + 1, tokenEnd - 1);
    if (target === NOT_TEXT) return notText(comma + 1, tokenEnd - 1);
    batch.add(op, thread, target, ...lastToken(bytes, tokenEnd, end));
    return undefined;
  }
  return { decode };
}

function isBlank(byte: number | undefined): boolean {
  return byte === Byte.space || byte === Byte.tab;
}

function skipBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(bytes[at])) at++;
  return at;
}

/** The end of a run of letters. */
function endOfWord(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at]! | 32) >= 97 && (bytes[at]! | 32) <= 122) at++;
  return at;
}

function endOfToken(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && !isBlank(bytes[at])) at++;
  return at;
}

function commaFrom(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== Byte.comma) at++;
  return at;
}

/** The last run of non-blanks in `bytes[from, end)`: where RoadRunner writes the location. */
function lastToken(bytes: Uint8Array, from: number, end: number): [start: number, end: number] {
  let last = end;
  while (last > from && isBlank(bytes[last - 1])) last--;
  let start = last;
  while (start > from && !isBlank(bytes[start - 1])) start--;
  return [start, last];
}
