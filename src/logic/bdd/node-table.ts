// The unique table: every node (level, low, high) exists once, so equal functions are equal edges. Nodes are records of
// four words in one Int32Array (level, low edge, high edge, next node of the hash chain): one cache line per visit.
// Invariants: level < level of both children (ordered); low !== high and no two equal records (reduced); the low edge
// carries no sign (canonical form of complement edges). Literals are the nodes 1..variables and never die.
// Nothing is freed during an operation, so kernels need no protection stack: see garbage.ts.

import { type Edge, FALSE, LEAF_LEVEL, OUT_OF_NODES, TRUE } from './edge.js';
import { OperationCache } from './operation-cache.js';

const WORDS = 4;
const SMALLEST_CAPACITY = 1024;
/** Bytes per node: its record and its share of the chain heads. */
const BYTES_PER_NODE = WORDS * 4 + 4;
/** Nodes per entry of the operation cache. */
const NODES_PER_ENTRY = 4;

export class NodeTable {
  cells: Int32Array;
  /** First node of each hash chain; a power of two of them. */
  heads: Int32Array;
  /** Nodes in use, dead or alive, with the leaf. */
  used = 1;
  /** First node never used; nodes below it are in use or in the free list. */
  top = 1;
  /** Free list, linked through the chain word; 0 ends it. */
  free = 0;
  readonly cache: OperationCache;
  #shift: number;

  constructor(
    readonly variableCount: number,
    readonly nodeLimit: number,
    readonly reserve: (bytes: number) => void,
  ) {
    const capacity = powerOfTwoAtLeast(Math.max(SMALLEST_CAPACITY, variableCount + 1));
    this.cells = new Int32Array(capacity * WORDS);
    this.heads = new Int32Array(capacity);
    this.#shift = Math.clz32(capacity) + 1;
    this.cells[0] = LEAF_LEVEL;
    reserve(capacity * BYTES_PER_NODE);
    this.cache = new OperationCache(capacity / NODES_PER_ENTRY, reserve);
    for (let level = 0; level < variableCount; level++) this.make(level, FALSE, TRUE);
  }

  get capacity(): number {
    return this.heads.length;
  }

  get bytes(): number {
    return this.capacity * BYTES_PER_NODE + this.cache.bytes;
  }

  /** The function of one variable. */
  literal(level: number): Edge {
    return (level + 1) << 1;
  }

  level(f: Edge): number {
    return this.cells[(f & -2) << 1]!;
  }

  /** The function at the low child; `f` must not be a constant. */
  low(f: Edge): Edge {
    return this.cells[((f & -2) << 1) + 1]! ^ (f & 1);
  }

  high(f: Edge): Edge {
    return this.cells[((f & -2) << 1) + 2]! ^ (f & 1);
  }

  /** The cofactor of `f` for value 0 of the variable at `level`, which is not below the level of `f`. */
  lowAt(f: Edge, level: number): Edge {
    const record = (f & -2) << 1;
    return this.cells[record] === level ? this.cells[record + 1]! ^ (f & 1) : f;
  }

  highAt(f: Edge, level: number): Edge {
    const record = (f & -2) << 1;
    return this.cells[record] === level ? this.cells[record + 2]! ^ (f & 1) : f;
  }

  /** The function "if the variable at `level` then `high` else `low`"; both must depend on lower variables only. */
  make(level: number, low: Edge, high: Edge): Edge {
    if (low === high) return low;
    const sign = low & 1;
    return this.findOrAdd(level, low ^ sign, high ^ sign) | sign;
  }

  protected findOrAdd(level: number, low: Edge, high: Edge): Edge {
    const cells = this.cells;
    const bucket = this.bucket(level, low, high);
    for (let node = this.heads[bucket]!; node !== 0; ) {
      const record = node << 2;
      if (cells[record + 1] === low && cells[record + 2] === high && cells[record] === level) return node << 1;
      node = cells[record + 3]!;
    }
    return this.#add(bucket, level, low, high);
  }

  #add(bucket: number, level: number, low: Edge, high: Edge): Edge {
    const node = this.free !== 0 ? this.free : this.top;
    if (this.used >= this.nodeLimit) return OUT_OF_NODES;
    if (node === this.free) this.free = this.cells[(node << 2) + 3]!;
    else if (this.top++ === this.capacity) {
      this.#grow();
      bucket = this.bucket(level, low, high);
    }
    this.used++;
    const record = node << 2;
    this.cells[record] = level;
    this.cells[record + 1] = low;
    this.cells[record + 2] = high;
    this.link(node, bucket);
    return node << 1;
  }

  link(node: number, bucket: number): void {
    this.cells[(node << 2) + 3] = this.heads[bucket]!;
    this.heads[bucket] = node;
  }

  /** Multiplicative hashing: the upper bits of a sum of products with odd constants. */
  bucket(level: number, low: Edge, high: Edge): number {
    const mixed = Math.imul(low, 0x9e3779b1) + Math.imul(high, 0x85ebca77) + Math.imul(level, 0xc2b2ae3d);
    return mixed >>> this.#shift;
  }

  /** Doubles the table. Only called with an empty free list: every node below the old capacity is in use. */
  #grow(): void {
    const nodes = this.capacity;
    const cells = new Int32Array(nodes * 2 * WORDS);
    cells.set(this.cells);
    this.cells = cells;
    this.heads = new Int32Array(nodes * 2);
    this.#shift--;
    this.reserve(nodes * BYTES_PER_NODE);
    this.cache.grow(this.capacity / NODES_PER_ENTRY);
    for (let node = 1; node < nodes; node++) {
      const record = node << 2;
      this.link(node, this.bucket(cells[record]!, cells[record + 1]!, cells[record + 2]!));
    }
  }
}

function powerOfTwoAtLeast(size: number): number {
  return 2 ** Math.ceil(Math.log2(size));
}
