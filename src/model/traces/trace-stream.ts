// Turns a source of bytes into batches of events: splits lines (LF, CRLF, CR; a leading byte order mark is skipped;
// blank lines hold no event), counts them, and hands each to the format's decoder. A line that crosses two chunks is
// carried over, so memory is one chunk plus the longest line.

import type { ByteSource } from '../../base/byte-source.js';
import { BATCH_SIZE, EventBatch } from './event-batch.js';
import { Byte, type LineDecoder, type LineProblem } from './line-decoder.js';

/** A malformed line: what was wrong, which line, and its text. */
export interface MalformedLine {
  readonly kind: 'malformed';
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly text: string;
  readonly message: string;
  readonly help: string;
}

export type StreamState = 'batch' | 'pending' | 'end' | MalformedLine;

const { lineFeed: LF, carriageReturn: CR } = Byte;

export class TraceStream {
  readonly batch = new EventBatch();
  /** Of its own: sources may use theirs again. */
  #buffer = new Uint8Array(0);
  /** End of the bytes in it. */
  #filled = 0;
  /** Where the buffer begins in the trace. */
  #base = 0;
  #at = 0;
  /** End of the complete lines in the buffer. */
  #limit = 0;
  #line = 0;
  #started = false;
  #ended = false;
  #afterCarriageReturn = false;
  #held: MalformedLine | undefined;

  constructor(
    readonly source: ByteSource,
    readonly decoder: LineDecoder,
  ) {}

  /** Fills `batch`, or says why not. After a malformed line the next call goes on behind it. */
  next(): StreamState {
    this.batch.restart(this.#buffer);
    const held = this.#held;
    this.#held = undefined;
    if (held) return held;
    while (this.batch.count === 0) {
      if (this.#at >= this.#limit) {
        const state = this.#refill();
        if (state !== 'more') return state;
        this.batch.restart(this.#buffer);
      }
      this.batch.from = this.#base + this.#at;
      const malformed = this.#decodeLines();
      this.batch.to = this.#base + this.#at;
      if (malformed) return this.#holdBack(malformed);
    }
    return 'batch';
  }

  /** Resolves when the next call will not answer 'pending'. */
  ready(): Promise<void> {
    return this.source.ready();
  }

  close(): void {
    this.source.close?.();
  }

  /** The events before a malformed line are delivered first. */
  #holdBack(malformed: MalformedLine): StreamState {
    if (this.batch.count === 0) return malformed;
    this.#held = malformed;
    return 'batch';
  }

  #decodeLines(): MalformedLine | undefined {
    const { batch, decoder } = this;
    const buffer = this.#buffer;
    while (this.#at < this.#limit && batch.count < BATCH_SIZE) {
      const start = this.#at;
      const plain = decoder.decodePlain?.(buffer, start, batch) ?? -1;
      if (plain >= 0) {
        this.#endLine(buffer[plain]!, plain);
        batch.line[batch.count - 1] = this.#line;
        continue;
      }
      let end = start;
      for (let byte = buffer[end]!; byte !== LF && byte !== CR; byte = buffer[++end]!);
      this.#endLine(buffer[end]!, end);
      if (end === start) continue;
      const count = batch.count;
      const problem = decoder.decode(buffer, start, end, batch);
      if (problem) return this.#malformed(problem, start, end);
      if (batch.count > count) batch.line[count] = this.#line;
    }
    return undefined;
  }

  /** Counts the line that ends at `end` and moves behind its line end; the LF of a CRLF is no line of its own. */
  #endLine(terminator: number, end: number): void {
    const ofCarriageReturn = terminator === LF && this.#afterCarriageReturn && end === this.#at;
    if (!ofCarriageReturn) this.#line++;
    this.#afterCarriageReturn = terminator === CR;
    this.#at = end + 1;
  }

  #malformed(problem: LineProblem, start: number, end: number): MalformedLine {
    const decoder = new TextDecoder();
    const lead = decoder.decode(this.#buffer.subarray(start, problem.start));
    return {
      kind: 'malformed',
      line: this.#line,
      column: lead.length + 1,
      length: Math.max(1, decoder.decode(this.#buffer.subarray(problem.start, problem.end)).length),
      text: decoder.decode(this.#buffer.subarray(start, end)),
      message: problem.message,
      help: problem.help,
    };
  }

  /** Gets at least one more complete line into the buffer. */
  #refill(): 'more' | 'pending' | 'end' {
    while (!this.#ended) {
      const chunk = this.source.take();
      if (chunk === 'pending') return 'pending';
      if (chunk === 'end') return this.#lastLine();
      this.#append(chunk);
      if (this.#at < this.#limit) return 'more';
    }
    return 'end';
  }

  #append(chunk: Uint8Array): void {
    const rest = this.#filled - this.#at;
    const buffer = this.#buffer;
    if (rest + chunk.length > buffer.length) this.#buffer = new Uint8Array(2 * (rest + chunk.length));
    this.#buffer.set(buffer.subarray(this.#at, this.#filled));
    this.#buffer.set(chunk, rest);
    this.#filled = rest + chunk.length;
    this.#base += this.#at;
    this.#at = 0;
    if (!this.#started && this.#filled >= 3) this.#skipByteOrderMark();
    this.#limit = lastLineEnd(this.#buffer, Math.max(rest, this.#at), this.#filled);
  }

  #skipByteOrderMark(): void {
    this.#started = true;
    const [a, b, c] = this.#buffer;
    if (a === 0xef && b === 0xbb && c === 0xbf) this.#at = 3;
  }

  /** The last line may lack its line end. */
  #lastLine(): 'more' | 'end' {
    this.#ended = true;
    if (this.#at >= this.#filled) return 'end';
    this.#append(Uint8Array.of(LF));
    return 'more';
  }
}

/** The offset behind the last line end in `bytes[from, to)`, or 0 if there is none. */
function lastLineEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = to; at > from; at--) if (bytes[at - 1] === LF || bytes[at - 1] === CR) return at;
  return 0;
}
