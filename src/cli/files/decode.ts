// Bytes of an input to text: gunzip, strict UTF-8, no NUL. A bad byte is reported with its line and column.

import { gunzipSync } from 'node:zlib';
import type { Diagnostic } from '../../base/diagnostic.js';
import { failure, type Result, success } from '../../base/result.js';

/** Texts are read whole. */
const mostBytes = 256 * 2 ** 20;

export function unpack(file: string, bytes: Uint8Array, most = mostBytes): Result<Uint8Array, string> {
  if (!file.endsWith('.gz')) return bytes.length > most ? failure(tooLarge(most)) : success(bytes);
  try {
    return success(gunzipSync(bytes, { maxOutputLength: most }));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isLarge = 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return failure(isLarge ? tooLarge(most) : `cannot be read: ${error.message}`);
  }
}

function tooLarge(most: number): string {
  return `too large: texts of at most ${most / 2 ** 20} MB are read`;
}

export function decodeText(file: string, bytes: Uint8Array): Result<string, Diagnostic> {
  const nul = bytes.indexOf(0);
  if (nul !== -1) return failure(badByte(file, bytes, nul, 'a NUL byte: this is not a text file'));
  try {
    return success(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return failure(badByte(file, bytes, firstInvalid(bytes), 'not valid UTF-8'));
  }
}

function badByte(file: string, bytes: Uint8Array, offset: number, message: string): Diagnostic {
  let line = 1;
  let start = 0;
  for (let i = 0; i < offset; i++) {
    const isEnd = bytes[i] === 10 || (bytes[i] === 13 && bytes[i + 1] !== 10);
    if (!isEnd) continue;
    line++;
    start = i + 1;
  }
  const lead = new TextDecoder().decode(bytes.subarray(start, offset));
  return {
    code: 'HD0002',
    severity: 'error',
    message,
    file,
    place: { file, line, column: lead.length + 1, length: 1 },
  };
}

/** The end of the longest prefix that is whole characters: bisection finds where decoding fails, at most 3 bytes on. */
function firstInvalid(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (decodes(bytes.subarray(0, middle), true)) low = middle;
    else high = middle - 1;
  }
  while (low > 0 && !decodes(bytes.subarray(0, low), false)) low--;
  return low;
}

/** `open`: the last character may be cut off. */
function decodes(bytes: Uint8Array, open: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: open });
    return true;
  } catch {
    return false;
  }
}
