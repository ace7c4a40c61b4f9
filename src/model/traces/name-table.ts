// Names as small integers, interned straight from bytes: no string is made for a line of a trace. Open addressing; a
// slot holds a name's whole key (16 bytes, so a lookup touches one cache line): two words with its bytes if there are at
// most eight, else their hash, after which the bytes themselves, which stand once in one arena, are compared as well.
// A name has a kind, so that a lock and a volatile variable of the same name in one table are two names.

import { grownTo } from '../../base/integers/typed-array.js';

/** What interning answers for bytes that are not text (invalid UTF-8, or a NUL byte). */
export const NOT_TEXT = -2;

const FNV_PRIME = 0x01000193;

/** A slot is four words: first and second word of the name, its kind with its length, and its id plus one (0: free). */
const SLOT = 4;
/** All names longer than this share one length in the key. */
const PACKED = 8;

export class NameTable {
  #slots = new Int32Array(64 * SLOT);
  #size = 0;
  /** `#starts[id]` .. `#starts[id + 1]` are the bytes of name `id` in the arena. */
  #starts = new Int32Array(33);
  #arena = new Uint8Array(256);
  /** The bytes of the last call, and a view of them. */
  #viewed: Uint8Array = this.#arena;
  #view: DataView = new DataView(this.#arena.buffer);

  get size(): number {
    return this.#size;
  }

  /** Bytes of memory in use, for the budget. */
  get bytes(): number {
    return 4 * (this.#slots.length + this.#starts.length) + this.#arena.length;
  }

  /** The id of a name, new or known, or NOT_TEXT. */
  intern(bytes: Uint8Array, start: number, end: number, kind = 0): number {
    const slot = this.#slotOf(bytes, start, end, kind);
    const id = this.#slots[slot + 3]! - 1;
    return id >= 0 ? id : this.#add(slot, bytes, start, end, kind);
  }

  /** The id of a name, or -1. */
  find(bytes: Uint8Array, start: number, end: number, kind = 0): number {
    return this.#slots[this.#slotOf(bytes, start, end, kind) + 3]! - 1;
  }

  internText(text: string, kind = 0): number {
    const bytes = new TextEncoder().encode(text);
    return this.intern(bytes, 0, bytes.length, kind);
  }

  findText(text: string, kind = 0): number {
    const bytes = new TextEncoder().encode(text);
    return this.find(bytes, 0, bytes.length, kind);
  }

  text(id: number): string {
    if (id < 0 || id >= this.#size) throw new RangeError(`no name ${id}`);
    return new TextDecoder().decode(this.#arena.subarray(this.#starts[id]!, this.#starts[id + 1]!));
  }

  copy(): NameTable {
    const copy = new NameTable();
    copy.#slots = this.#slots.slice();
    copy.#size = this.#size;
    copy.#starts = this.#starts.slice();
    copy.#arena = this.#arena.slice();
    return copy;
  }

  /** The slot of a name, or the free slot where it belongs. */
  #slotOf(bytes: Uint8Array, start: number, end: number, kind: number): number {
    const slots = this.#slots;
    const length = end - start;
    let first: number;
    let second: number;
    if (length > 0 && length <= PACKED && start + PACKED <= bytes.length) {
      // The same words with two loads.
      const view = bytes === this.#viewed ? this.#view : this.#viewOf(bytes);
      const word = view.getInt32(start);
      first = length >= 4 ? word : word >>> (32 - 8 * length);
      second = length > 4 ? (view.getInt32(start + 4) >>> (64 - 8 * length)) | 0 : 0;
    } else {
      first = firstWord(bytes, start, end);
      second = secondWord(bytes, start, end);
    }
    const shape = shapeOf(kind, length);
    const mask = slots.length - 1;
    for (let slot = slotHash(first, second, shape) & mask; ; slot = (slot + SLOT) & mask) {
      if (slots[slot + 3] === 0) return slot;
      if (slots[slot] !== first || slots[slot + 1] !== second || slots[slot + 2] !== shape) continue;
      if (length <= PACKED || this.#sameBytes(slots[slot + 3]! - 1, bytes, start, end)) return slot;
    }
  }

  #viewOf(bytes: Uint8Array): DataView {
    this.#viewed = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.#view;
  }

  #sameBytes(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    let at = this.#starts[id]!;
    if (this.#starts[id + 1]! - at !== end - start) return false;
    for (let i = start; i < end; i++) if (this.#arena[at++] !== bytes[i]) return false;
    return true;
  }

  #add(slot: number, bytes: Uint8Array, start: number, end: number, kind: number): number {
    if (!isText(bytes.subarray(start, end))) return NOT_TEXT;
    const id = this.#size++;
    const at = this.#starts[id]!;
    const after = at + end - start;
    this.#starts = grownTo(this.#starts, id + 1);
    this.#arena = grownTo(this.#arena, after);
    this.#arena.set(bytes.subarray(start, end), at);
    this.#starts[id + 1] = after;
    this.#slots[slot] = firstWord(bytes, start, end);
    this.#slots[slot + 1] = secondWord(bytes, start, end);
    this.#slots[slot + 2] = shapeOf(kind, end - start);
    this.#slots[slot + 3] = id + 1;
    if (this.#size * 2 * SLOT > this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += SLOT) {
      if (old[from + 3] === 0) continue;
      let slot = slotHash(old[from]!, old[from + 1]!, old[from + 2]!) & mask;
      while (slots[slot + 3] !== 0) slot = (slot + SLOT) & mask;
      slots.set(old.subarray(from, from + SLOT), slot);
    }
    this.#slots = slots;
  }
}

function shapeOf(kind: number, length: number): number {
  return kind * 16 + (length > PACKED ? PACKED + 1 : length);
}

/** The first four bytes. */
function firstWord(bytes: Uint8Array, start: number, end: number): number {
  if (end - start >= 4)
    return (bytes[start]! << 24) | (bytes[start + 1]! << 16) | (bytes[start + 2]! << 8) | bytes[start + 3]!;
  let word = 0;
  for (let i = start; i < end; i++) word = (word << 8) | bytes[i]!;
  return word;
}

/** The next four bytes, or a hash of the rest. */
function secondWord(bytes: Uint8Array, start: number, end: number): number {
  let word = 0;
  if (end - start <= PACKED) for (let i = start + 4; i < end; i++) word = (word << 8) | bytes[i]!;
  else for (let i = start + 4; i < end; i++) word = Math.imul(word ^ bytes[i]!, FNV_PRIME);
  return word;
}

/** An offset of a slot, before masking: a multiple of SLOT. */
function slotHash(first: number, second: number, shape: number): number {
  const mixed = Math.imul(first ^ Math.imul(second + shape, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) << 2;
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  if (bytes.every((byte) => byte < 0x80)) return true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
