// How one line of a trace becomes an event. A format is a line decoder; everything about chunks, line ends and line
// numbers is in trace-stream.ts. `OpWords` maps a format's words for operations to codes without making strings.

import type { EventBatch } from './event-batch.js';
import { NameTable } from './name-table.js';
import { Op, type OpCode } from './trace-event.js';

/** What is wrong with a line, and where in it (offsets into the decoded bytes). */
export interface LineProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly help: string;
}

export interface LineDecoder {
  /**
   * Adds the event of the line from `start` on, which has its line end in `bytes`, if it is of the common kind: answers the
   * offset of the line end, or -1 where `decode` has to look at it (nothing is added then).
   */
  decodePlain?(bytes: Uint8Array, start: number, batch: EventBatch): number;
  /** Adds the event of the line `bytes[start, end)` to `batch`; a line that holds no event adds nothing. */
  decode(bytes: Uint8Array, start: number, end: number, batch: EventBatch): LineProblem | undefined;
}

export const Byte = {
  tab: 9,
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  openParen: 40,
  closeParen: 41,
  comma: 44,
  at: 64,
  bar: 124,
} as const;

/** The offset of the next bar, line end, or byte that is no common character, from `from` on; there is one. */
export function plainEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  // Between carriage return and bar: one comparison per byte.
  while ((bytes[at]! - 14) >>> 0 < Byte.bar - 14) at++;
  return at;
}

export class OpWords {
  readonly #table = new NameTable();
  readonly #codes: OpCode[] = [];
  /** Words of one letter by their byte: reads and writes, most of a trace. */
  readonly #letters: (OpCode | undefined)[] = new Array(256).fill(undefined);
  /** For messages: `r w acq …`. */
  readonly list: string;

  constructor(words: readonly (readonly [word: string, op: OpCode])[]) {
    for (const [word, op] of words) {
      this.#codes[this.#table.internText(word)] = op;
      if (word.length === 1) this.#letters[word.charCodeAt(0)] = op;
    }
    this.list = words.map(([word]) => word).join(' ');
  }

  /** The operation of one letter, or undefined. */
  ofLetter(byte: number): OpCode | undefined {
    return this.#letters[byte];
  }

  /** The operation that the bytes spell, or undefined. */
  find(bytes: Uint8Array, start: number, end: number): OpCode | undefined {
    if (end - start === 1) return this.#letters[bytes[start]!];
    return this.#codes[this.#table.find(bytes, start, end)];
  }
}

/** The words of STD and CSV traces. */
export const traceWords = new OpWords([
  ['r', Op.read],
  ['w', Op.write],
  ['acq', Op.acquire],
  ['rel', Op.release],
  ['fork', Op.fork],
  ['start', Op.fork],
  ['join', Op.join],
  ['vr', Op.volatileRead],
  ['vw', Op.volatileWrite],
  ['wait', Op.wait],
  ['notify', Op.notify],
  ['new', Op.allocate],
  ['begin', Op.none],
  ['end', Op.none],
  ['enter', Op.none],
  ['exit', Op.none],
  ['req', Op.none],
  ['dummy', Op.none],
]);

/** Where `word(argument)` stands; the argument may be missing where the operation needs none. */
export interface Operation {
  op: OpCode;
  start: number;
  end: number;
}

/** Finds the operation that fills `bytes[start, end)`, into `found`. */
export function decodeOperation(
  bytes: Uint8Array,
  start: number,
  end: number,
  words: OpWords,
  found: Operation,
): LineProblem | undefined {
  let open = start;
  while (open < end && bytes[open] !== Byte.openParen) open++;
  const op = words.find(bytes, start, open);
  if (op === undefined)
    return { message: 'unknown operation', start, end: open, help: `expected one of ${words.list}` };
  const closed = open < end && bytes[end - 1] === Byte.closeParen;
  const bare = open === end && op === Op.none;
  if (!closed && !bare) return { message: 'operation without an argument', start, end, help: 'expected op(argument)' };
  if (closed && end - open <= 2 && op !== Op.none)
    return { message: 'empty argument', start: open, end, help: 'expected op(argument)' };
  found.op = op;
  found.start = open + 1;
  found.end = end - 1;
  return undefined;
}

export function notText(start: number, end: number): LineProblem {
  return { message: 'name that is not text', start, end, help: 'expected valid UTF-8 without NUL bytes' };
}
