// A decoded trace that is kept: the first pass over a trace records its events, so that explanations, replays and certificates
// need not decode it again. Four bytes per event where numbers are small; malformed lines are kept in their place. Locations are
// not kept, but where the lines are (trace-locations.ts). Beyond a limit nothing is kept, and later passes decode again.

import { BATCH_SIZE, EventBatch } from './event-batch.js';
import type { TraceNames } from './trace-event.js';
import type { TraceFormat } from './trace-model.js';
import type { MalformedLine, StreamState } from './trace-stream.js';

const MOST_BYTES = 128 * 2 ** 20;
/** Operation codes take four bits. */
const OP_BITS = 4;

const noBytes = new Uint8Array(0);

/** Numbers from -1 on, plus one. */
type Packed = Uint16Array | Int32Array;

export interface PackedBatch {
  readonly kind: 'packed';
  readonly count: number;
  /** Thread and operation. */
  readonly deed: Packed;
  readonly target: Packed;
  readonly firstEvent: number;
  /** Where its lines are in the trace, in bytes; absent where the format has no locations. */
  readonly bytes: { readonly from: number; readonly to: number } | undefined;
  readonly firstLine: number;
  /** Absent where each event is on the line after the one before. */
  readonly lines: Int32Array | undefined;
}

/** A trace, or the part of it that a stopped pass has seen, as it was read in one format. */
export interface DecodedTrace {
  readonly format: TraceFormat;
  readonly names: TraceNames;
  readonly isWhole: boolean;
  readonly events: number;
  readonly parts: readonly (PackedBatch | MalformedLine)[];
  /** Those that somebody has asked for, by event; undefined where there is none. */
  readonly locations: Map<number, string | undefined>;
}

/** Where a trace model keeps what was decoded of it. */
export class TraceMemory {
  #decoded: DecodedTrace | undefined;

  constructor(readonly mostBytes = MOST_BYTES) {}

  /** What a pass up to `lastEvent` needs. */
  of(format: TraceFormat, lastEvent: number): DecodedTrace | undefined {
    const decoded = this.#decoded;
    if (decoded?.format !== format) return undefined;
    return decoded.isWhole || lastEvent <= decoded.events ? decoded : undefined;
  }

  keep(decoded: DecodedTrace): void {
    this.#decoded = decoded;
  }
}

/** Writes down what a stream delivers. */
export class TraceRecorder {
  #parts: (PackedBatch | MalformedLine)[] | undefined = [];
  #bytes = 0;
  #events = 0;

  constructor(
    readonly memory: TraceMemory,
    readonly format: TraceFormat,
    readonly names: TraceNames,
  ) {}

  get bytes(): number {
    return this.#parts === undefined ? 0 : this.#bytes;
  }

  take(state: StreamState, batch: EventBatch): void {
    if (this.#parts === undefined || state === 'pending') return;
    if (state === 'end') this.#keep(this.#parts, true);
    else this.#record(state === 'batch' ? packedBatch(batch) : state, this.#parts);
  }

  /** The pass ends before the trace does. */
  stop(): void {
    if (this.#parts) this.#keep(this.#parts, false);
  }

  #record(part: PackedBatch | MalformedLine, parts: (PackedBatch | MalformedLine)[]): void {
    parts.push(part);
    if (part.kind === 'packed') this.#events += part.count;
    this.#bytes += part.kind === 'packed' ? bytesOf(part) : 200 + 2 * part.text.length;
    if (this.bytes > this.memory.mostBytes) this.#parts = undefined;
  }

  /** Whoever walks the trace may add names of its own. */
  #keep(parts: readonly (PackedBatch | MalformedLine)[], isWhole: boolean): void {
    const { format } = this;
    const names = this.names.copy();
    this.memory.keep({ format, names, isWhole, events: this.#events, parts, locations: new Map() });
  }
}

/** The same states as the stream that was recorded, without waiting. */
export class RememberedStream {
  readonly batch = new EventBatch();
  #next = 0;

  constructor(readonly decoded: DecodedTrace) {}

  next(): StreamState {
    this.batch.restart(noBytes);
    const part = this.decoded.parts[this.#next++];
    if (part === undefined) return 'end';
    if (part.kind === 'malformed') return part;
    this.#unpack(part);
    return 'batch';
  }

  /** All is there. */
  ready(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {}

  /** Locations are kept elsewhere (trace-locations.ts): none are written. */
  #unpack({ count, deed, target, firstLine, lines }: PackedBatch): void {
    const { batch } = this;
    batch.count = count;
    for (let i = 0; i < count; i++) {
      const code = deed[i]! - 1;
      batch.op[i] = code & ((1 << OP_BITS) - 1);
      batch.thread[i] = code >> OP_BITS;
    }
    for (let i = 0; i < count; i++) batch.target[i] = target[i]! - 1;
    if (lines) batch.line.set(lines);
    else for (let i = 0; i < count; i++) batch.line[i] = firstLine + i;
  }
}

/** Used again for each batch. */
const deed = new Int32Array(BATCH_SIZE);

function packedBatch(batch: EventBatch): PackedBatch {
  const { count, op, thread, target, line, firstEvent, from, to } = batch;
  for (let i = 0; i < count; i++) deed[i] = (thread[i]! << OP_BITS) | op[i]!;
  return {
    kind: 'packed',
    count,
    deed: packed(deed, count),
    target: packed(target, count),
    firstEvent,
    bytes: batch.hasLocations ? { from, to } : undefined,
    firstLine: line[0]!,
    lines: line[count - 1]! - line[0]! === count - 1 ? undefined : line.slice(0, count),
  };
}

function packed(values: Int32Array, count: number): Packed {
  let all = 0;
  for (let i = 0; i < count; i++) all |= values[i]! + 1;
  const copy = all >>> 16 === 0 ? new Uint16Array(count) : new Int32Array(count);
  for (let i = 0; i < count; i++) copy[i] = values[i]! + 1;
  return copy;
}

function bytesOf({ deed, target, lines }: PackedBatch): number {
  return 200 + deed.byteLength + target.byteLength + (lines?.byteLength ?? 0);
}
