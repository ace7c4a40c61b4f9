// What a file was when it was read: its SHA-256 and its length, unpacked. Streams are hashed while they are read; the digest is
// there once somebody has read the stream to its end.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ByteSource } from '../../base/byte-source.js';
import type { Digest } from '../../pipeline/job.js';

export function digestOf(bytes: Uint8Array | string): Digest {
  const hash = createHash('sha256').update(bytes);
  return { sha256: hash.digest('hex'), bytes: Buffer.byteLength(bytes) };
}

/** Of a text file; undefined if it cannot be read. */
export function digestOfText(file: string): Digest | undefined {
  try {
    return digestOf(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The same source; `done` is told what it was when it ends. */
export function digesting(source: ByteSource, done: (digest: Digest) => void): ByteSource {
  const hash = createHash('sha256');
  let bytes = 0;
  let ended = false;
  return {
    take() {
      const chunk = source.take();
      if (chunk instanceof Uint8Array) {
        hash.update(chunk);
        bytes += chunk.length;
      } else if (chunk === 'end' && !ended) {
        ended = true;
        done({ sha256: hash.digest('hex'), bytes });
      }
      return chunk;
    },
    ready: () => source.ready(),
    close: () => source.close?.(),
  };
}

/** Reads a stream for nothing but its digest. */
export async function digestOfStream(source: ByteSource): Promise<Digest> {
  let found: Digest | undefined;
  const reading = digesting(source, (digest) => {
    found = digest;
  });
  while (!found) if (reading.take() === 'pending') await reading.ready();
  return found;
}
