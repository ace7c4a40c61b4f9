// A recorded trace as a model: not its events, but where its bytes come from. Files are opened once per pass; standard
// input can be read once, so its first 64 MB are remembered, and a longer one cannot be read again.

import type { ByteSource } from '../../base/byte-source.js';
import { csvDecoder } from './csv-decoder.js';
import type { LineDecoder } from './line-decoder.js';
import { rrDecoder } from './rr-decoder.js';
import { stdDecoder } from './std-decoder.js';
import type { TraceNames } from './trace-event.js';
import { TraceMemory } from './trace-memory.js';

const decoders = { std: stdDecoder, csv: csvDecoder, rr: rrDecoder } as const satisfies Record<
  string,
  (names: TraceNames) => LineDecoder
>;

export type TraceFormat = keyof typeof decoders;

export function isTraceFormat(text: string): text is TraceFormat {
  return Object.hasOwn(decoders, text);
}

export function decoderFor(format: TraceFormat, names: TraceNames): LineDecoder {
  return decoders[format](names);
}

export interface TraceModel {
  readonly kind: 'trace';
  readonly file: string;
  readonly format: TraceFormat;
  /** May `open` be called again? For standard input only known after the first pass. */
  readonly reopenable: boolean;
  /** What a pass has decoded, for the next one. */
  readonly memory: TraceMemory;
  open(): ByteSource;
}

const REMEMBERED_BYTES = 64 * 2 ** 20;

export function traceModel(file: string, format: TraceFormat, open: () => ByteSource, reopenable = true): TraceModel {
  if (reopenable) return { kind: 'trace', file, format, reopenable, memory: new TraceMemory(), open };
  return rememberingModel(file, format, open, REMEMBERED_BYTES);
}

/** A model over a source that opens once: what the first pass reads is kept, up to `limit` bytes. */
export function rememberingModel(file: string, format: TraceFormat, open: () => ByteSource, limit: number): TraceModel {
  const memory = new ChunkMemory(limit);
  let opened = false;
  return {
    kind: 'trace',
    file,
    format,
    memory: new TraceMemory(),
    get reopenable() {
      return !opened || memory.complete;
    },
    open() {
      if (opened) return memory.replay();
      opened = true;
      return memory.listenTo(open());
    },
  };
}

class ChunkMemory {
  #chunks: Uint8Array[] = [];
  #size = 0;
  #ended = false;

  constructor(readonly limit: number) {}

  get complete(): boolean {
    return this.#ended && this.#size <= this.limit;
  }

  listenTo(source: ByteSource): ByteSource {
    return {
      take: () => {
        const chunk = source.take();
        if (chunk === 'end') this.#ended = true;
        else if (chunk !== 'pending') this.#remember(chunk);
        return chunk;
      },
      ready: () => source.ready(),
      close: () => source.close?.(),
    };
  }

  replay(): ByteSource {
    if (!this.complete) throw new Error('the trace was longer than what is remembered of it');
    let next = 0;
    return { take: () => this.#chunks[next++] ?? 'end', ready: () => Promise.resolve() };
  }

  #remember(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size <= this.limit) this.#chunks.push(chunk.slice());
    else this.#chunks = [];
  }
}
