// The lockset table (paper 001, section 7): each distinct lockset once, variables refer to it by a handle. It is stored
// transposed, as a bit matrix with a row per element (thread or synchronisation object) and a column per lockset, so
// that the one rule `flow(from, to)` is row[to] |= row[from]: a synchronisation updates 32 locksets per instruction.
//
// Invariants: a column in use belongs to one root handle; a merged handle leads to a root through `#parent`; `#refs`
// counts the variables, `#fresh` and merged handles that refer to a handle. When the columns run out, dead ones
// are dropped and equal ones merged. The locksets of one thread's accesses form a chain under inclusion (who knows a
// later access knows the earlier ones), so at most threads x elements distinct ones are ever alive together.

import { grownTo } from '../../base/integers/typed-array.js';

/** Refers to a lockset; stays valid while it is retained. */
export type LocksetHandle = number;

const NONE = -1;
const WORD = 32;

export class LocksetTable {
  /** Words per row. */
  #width: number;
  #rows: Int32Array;
  #rowCount = 0;
  /** Columns handed out since the last compaction; the bits behind are zero in every row. */
  #columns = 0;
  #handleOf: Int32Array;
  #columnOf = new Int32Array(64);
  #parent = new Int32Array(64);
  #refs = new Int32Array(64);
  #handles = 0;
  readonly #freeHandles: LocksetHandle[] = [];
  /** Per row, the handle of the lockset { row }, while it still is that set. */
  #fresh: Int32Array;

  constructor(initialColumns = 1024) {
    this.#width = Math.ceil(initialColumns / WORD);
    this.#rows = new Int32Array(16 * this.#width);
    this.#handleOf = new Int32Array(this.#width * WORD);
    this.#fresh = new Int32Array(16).fill(NONE);
  }

  get bytes(): number {
    return 4 * (this.#rows.length + this.#handleOf.length + this.#fresh.length + 3 * this.#columnOf.length);
  }

  /** Columns in use, dead and duplicate ones included until the next compaction. */
  get columns(): number {
    return this.#columns;
  }

  /** A new element; it is in no lockset. */
  addRow(): number {
    const row = this.#rowCount++;
    this.#rows = grownTo(this.#rows, (row + 1) * this.#width - 1);
    this.#fresh = grownTo(this.#fresh, row, NONE);
    return row;
  }

  /** The lockset { row }, valid until the next `flow` unless retained; accesses between two synchronisations share it. */
  owned(row: number): LocksetHandle {
    const fresh = this.#fresh[row]!;
    return fresh !== NONE ? fresh : this.#newOwned(row);
  }

  retain(handle: LocksetHandle): LocksetHandle {
    this.#refs[handle] = this.#refs[handle]! + 1;
    return handle;
  }

  /** Every lockset with `from` gets `to`. */
  flow(from: number, to: number): void {
    this.#endFresh(from);
    const rows = this.#rows;
    const words = (this.#columns + WORD - 1) >>> 5;
    const source = from * this.#width;
    const target = to * this.#width;
    for (let word = 0; word < words; word++) rows[target + word] = rows[target + word]! | rows[source + word]!;
  }

  contains(handle: LocksetHandle, row: number): boolean {
    const column = this.#columnOf[this.#parent[handle] === NONE ? handle : this.#root(handle)]!;
    return ((this.#rows[row * this.#width + (column >>> 5)]! >>> (column & 31)) & 1) === 1;
  }

  /** Gives up one reference. */
  release(handle: LocksetHandle): void {
    for (let at = handle; at !== NONE; ) {
      const refs = this.#refs[at]! - 1;
      this.#refs[at] = refs;
      if (refs > 0) return;
      const parent = this.#parent[at]!;
      if (parent === NONE) this.#handleOf[this.#columnOf[at]!] = NONE;
      this.#freeHandles.push(at);
      at = parent;
    }
  }

  #newOwned(row: number): LocksetHandle {
    if (this.#columns === this.#width * WORD) this.#compact();
    const column = this.#columns++;
    const handle = this.#newHandle(column);
    this.#handleOf[column] = handle;
    const word = row * this.#width + (column >>> 5);
    this.#rows[word] = this.#rows[word]! | (1 << (column & 31));
    this.#fresh[row] = handle;
    return handle;
  }

  /** A root handle with one reference, that of `#fresh`. */
  #newHandle(column: number): LocksetHandle {
    const handle = this.#freeHandles.pop() ?? this.#handles++;
    this.#columnOf = grownTo(this.#columnOf, handle);
    this.#parent = grownTo(this.#parent, handle);
    this.#refs = grownTo(this.#refs, handle);
    this.#columnOf[handle] = column;
    this.#parent[handle] = NONE;
    this.#refs[handle] = 1;
    return handle;
  }

  #endFresh(row: number): void {
    const fresh = this.#fresh[row]!;
    if (fresh === NONE) return;
    this.#fresh[row] = NONE;
    this.release(fresh);
  }

  /** Follows merges to the root, halving the path: each visited handle is re-linked to its grandparent. */
  #root(handle: LocksetHandle): LocksetHandle {
    let at = handle;
    for (let parent = this.#parent[at]!; parent !== NONE; parent = this.#parent[at]!) {
      const grandparent = this.#parent[parent]!;
      if (grandparent === NONE) return parent;
      this.#refs[grandparent] = this.#refs[grandparent]! + 1;
      this.#parent[at] = grandparent;
      this.release(parent);
      at = grandparent;
    }
    return at;
  }

  /** Drops dead columns and merges equal ones; doubles the width if that frees less than three quarters. */
  #compact(): void {
    const newColumn = new Int32Array(this.#columns).fill(NONE);
    const kept = this.#mergeEqual(newColumn);
    const width = kept.length * 4 > this.#width * WORD ? this.#width * 2 : this.#width;
    this.#rows = this.#rebuiltRows(newColumn, width);
    const handleOf = new Int32Array(width * WORD).fill(NONE);
    kept.forEach((handle, column) => {
      handleOf[column] = handle;
      this.#columnOf[handle] = column;
    });
    this.#handleOf = handleOf;
    this.#width = width;
    this.#columns = kept.length;
  }

  /** Gives each live column its new number in `newColumn`; equal ones become one. Answers the handles kept, in order. */
  #mergeEqual(newColumn: Int32Array): LocksetHandle[] {
    const hashes = this.#liveHashes();
    const byHash = new Map<number, number[]>();
    const kept: LocksetHandle[] = [];
    for (let column = 0; column < this.#columns; column++) {
      const handle = this.#handleOf[column]!;
      if (handle === NONE) continue;
      const alike = byHash.get(hashes[column]!);
      const equal = alike?.find((other) => this.#sameColumn(other, column));
      if (equal !== undefined) this.#merge(handle, this.#handleOf[equal]!);
      else {
        newColumn[column] = kept.push(handle) - 1;
        if (alike) alike.push(column);
        else byHash.set(hashes[column]!, [column]);
      }
    }
    return kept;
  }

  #merge(handle: LocksetHandle, into: LocksetHandle): void {
    this.#parent[handle] = into;
    this.#refs[into] = this.#refs[into]! + 1;
  }

  /** A hash of the elements of each live column: a sum, so that it can be gathered row by row. */
  #liveHashes(): Int32Array {
    const hashes = new Int32Array(this.#columns);
    const live = maskOf(this.#handleOf, this.#columns);
    for (let row = 0, at = 0; row < this.#rowCount; row++, at += this.#width) {
      const share = mix(row + 1);
      for (let word = 0; word < live.length; word++)
        for (let bits = this.#rows[at + word]! & live[word]!; bits !== 0; bits &= bits - 1) {
          const column = word * WORD + 31 - Math.clz32(bits & -bits);
          hashes[column] = hashes[column]! + share;
        }
    }
    return hashes;
  }

  #sameColumn(a: number, b: number): boolean {
    for (let row = 0, at = 0; row < this.#rowCount; row++, at += this.#width) {
      const bitA = (this.#rows[at + (a >>> 5)]! >>> (a & 31)) & 1;
      const bitB = (this.#rows[at + (b >>> 5)]! >>> (b & 31)) & 1;
      if (bitA !== bitB) return false;
    }
    return true;
  }

  /** The rows with the columns renumbered; those without a new number are gone. */
  #rebuiltRows(newColumn: Int32Array, width: number): Int32Array {
    const rows = new Int32Array(Math.max(16, this.#rowCount * 2) * width);
    const kept = maskOf(newColumn, this.#columns);
    for (let row = 0, at = 0; row < this.#rowCount; row++, at += this.#width)
      for (let word = 0; word < kept.length; word++)
        for (let bits = this.#rows[at + word]! & kept[word]!; bits !== 0; bits &= bits - 1) {
          const to = newColumn[word * WORD + 31 - Math.clz32(bits & -bits)]!;
          const target = row * width + (to >>> 5);
          rows[target] = rows[target]! | (1 << (to & 31));
        }
    return rows;
  }
}

/** The columns whose entry is not NONE, as bits. */
function maskOf(entries: Int32Array, columns: number): Int32Array {
  const mask = new Int32Array((columns + WORD - 1) >>> 5);
  for (let column = 0; column < columns; column++)
    if (entries[column] !== NONE) mask[column >>> 5] = mask[column >>> 5]! | (1 << (column & 31));
  return mask;
}

function mix(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  const second = Math.imul(first ^ (first >>> 16), 0x45d9f3b);
  return second ^ (second >>> 16);
}
