// A stream of bytes that a synchronous consumer takes chunk by chunk: when nothing has arrived yet it is told so,
// and whoever drives the consumer awaits `ready`. This keeps engines free of promises and works in a browser.

export interface ByteSource {
  /** The next bytes, which stay what they are until the next call. */
  take(): Uint8Array | 'pending' | 'end';
  /** Resolves when `take` will not answer 'pending'; rejects when the source fails. */
  ready(): Promise<void>;
  /** Nothing more is taken. Who reads to the end need not say so. */
  close?(): void;
}

/** A source whose bytes are all there. */
export function bytesSource(chunks: readonly Uint8Array[]): ByteSource {
  let next = 0;
  return {
    take: () => chunks[next++] ?? 'end',
    ready: () => Promise.resolve(),
  };
}

export function textSource(text: string): ByteSource {
  return bytesSource([new TextEncoder().encode(text)]);
}
