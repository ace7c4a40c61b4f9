import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpack } from './decode.js';

describe('unpacking', () => {
  const megabyte = 2 ** 20;

  it('gives up on what unpacks to too much, long before it is unpacked', () => {
    const bomb = gzipSync(new Uint8Array(8 * megabyte));
    expect(unpack('bomb.eml.gz', bomb, megabyte)).toEqual({
      ok: false,
      error: 'too large: texts of at most 1 MB are read',
    });
    expect(unpack('large.eml', new Uint8Array(megabyte + 1), megabyte).ok).toBe(false);
  });

  it('says that a file is cut off', () => {
    const packed = gzipSync('var x;');
    expect(unpack('cut.eml.gz', packed.subarray(0, packed.length - 9))).toEqual({
      ok: false,
      error: 'cannot be read: unexpected end of file',
    });
  });
});
