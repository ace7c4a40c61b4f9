// The locations of a few events of a trace that was decoded before: just the bytes of the batches that hold them are decoded
// once more. Memory: one batch.

import { bytesSource } from '../../base/byte-source.js';
import type { DecodedTrace, PackedBatch } from './trace-memory.js';
import { decoderFor, type TraceModel } from './trace-model.js';
import { TraceStream } from './trace-stream.js';
import type { WalkRun } from './walk-signal.js';

/** Puts those of `events` among the known ones, up to the point where the driver says stop. */
export function* readLocations(model: TraceModel, decoded: DecodedTrace, events: readonly number[]): WalkRun<void> {
  const wanted = wantedOf(decoded, events);
  if (wanted.length === 0) return;
  const cursor = new ByteCursor(model);
  // One table that has all names: making it anew for each batch costs more than all else here.
  const decoder = decoderFor(decoded.format, decoded.names.copy());
  for (const { bytes, firstEvent, chosen } of wanted) {
    const range = yield* cursor.read(bytes.from, bytes.to);
    if (range === undefined) break;
    const stream = new TraceStream(bytesSource([range]), decoder);
    if (stream.next() !== 'batch') continue;
    for (const event of chosen) decoded.locations.set(event, stream.batch.location(event - firstEvent));
  }
  cursor.close();
}

interface Wanted {
  readonly bytes: NonNullable<PackedBatch['bytes']>;
  readonly firstEvent: number;
  readonly chosen: readonly number[];
}

function wantedOf({ parts, locations }: DecodedTrace, events: readonly number[]): Wanted[] {
  const sorted = Float64Array.from(events.filter((event) => !locations.has(event))).sort();
  const wanted: Wanted[] = [];
  let next = 0;
  for (const part of parts) {
    if (part.kind !== 'packed') continue;
    const { bytes, firstEvent, count } = part;
    const first = next;
    while (sorted[next]! < firstEvent + count) next++;
    const chosen = [...sorted.subarray(first, next)].filter((event) => event >= firstEvent);
    if (bytes && chosen.length > 0) wanted.push({ bytes, firstEvent, chosen });
  }
  return wanted;
}

/** Reads ranges of a trace, one behind the other. */
class ByteCursor {
  readonly #source;
  #chunk = new Uint8Array(0);
  /** Where the chunk begins in the trace. */
  #base = 0;

  constructor(model: TraceModel) {
    this.#source = model.open();
  }

  close(): void {
    this.#source.close?.();
  }

  /** Undefined when the driver said stop. */
  *read(from: number, to: number): WalkRun<Uint8Array | undefined> {
    const range = new Uint8Array(to - from);
    let filled = 0;
    for (;;) {
      const start = from + filled - this.#base;
      const part = this.#chunk.subarray(start, to - this.#base);
      range.set(part, filled);
      filled += part.length;
      if (filled === range.length) return range;
      const chunk = this.#source.take();
      if (chunk === 'end') return range.subarray(0, filled);
      if (chunk !== 'pending') {
        this.#base += this.#chunk.length;
        this.#chunk = chunk as Uint8Array<ArrayBuffer>;
      } else if (yield { kind: 'await-input', ready: this.#source.ready() }) return undefined;
    }
  }
}
