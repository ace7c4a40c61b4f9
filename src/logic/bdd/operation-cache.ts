// Remembers results of operators: a direct-mapped table of records (f, g, third, result), one cache line or less each.
// `third` is the third operand of if-then-else (an edge, never negative) or a negative tag that names the operator and,
// for quantifiers and renamings, its variable set or substitution. So every key is unambiguous and every other word is
// an edge, which lets garbage collection drop exactly the records that mention a dead node.
// A new result overwrites what was in its place: forgetting costs time only. Failures are never remembered.
// Every miss is one step of the running operation; when its steps are used up, `lookup` answers with the failure.

import { type Edge, MISS, OUT_OF_STEPS } from './edge.js';

const WORDS = 4;
const EMPTY = -1;
const BYTES_PER_ENTRY = WORDS * 4;

/** Operators whose cache records carry a tag. */
export const Operator = { and: 0, xor: 1, restrict: 2, exists: 3, andExists: 4, rename: 5 } as const;

/** The negative word that names an operator and, where it has one, the number of its variable set or renaming. */
export function tagOf(operator: (typeof Operator)[keyof typeof Operator], operand = 0): number {
  return ~(operand * 8 + operator);
}

export class OperationCache {
  records: Int32Array;
  /** Steps that the running operation may still take. */
  stepsLeft = 0;
  #shift: number;

  constructor(
    entries: number,
    readonly reserve: (bytes: number) => void,
  ) {
    this.records = new Int32Array(entries * WORDS).fill(EMPTY);
    this.#shift = Math.clz32(entries) + 1;
    reserve(entries * BYTES_PER_ENTRY);
  }

  get bytes(): number {
    return this.records.byteLength;
  }

  /** The remembered result, `MISS`, or `OUT_OF_STEPS`. */
  lookup(f: Edge, g: Edge, third: number): Edge {
    const records = this.records;
    const at = this.position(f, g, third);
    if (records[at] === f && records[at + 1] === g && records[at + 2] === third) return records[at + 3]!;
    return --this.stepsLeft < 0 ? OUT_OF_STEPS : MISS;
  }

  store(f: Edge, g: Edge, third: number, result: Edge): Edge {
    if (result < 0) return result;
    const records = this.records;
    const at = this.position(f, g, third);
    records[at] = f;
    records[at + 1] = g;
    records[at + 2] = third;
    records[at + 3] = result;
    return result;
  }

  protected position(f: Edge, g: Edge, third: number): number {
    const mixed = Math.imul(f, 0x9e3779b1) + Math.imul(g, 0x85ebca77) + Math.imul(third, 0xc2b2ae3d);
    return (mixed >>> this.#shift) << 2;
  }

  /** Makes room for `entries` records (a larger power of two) and keeps what is known. */
  grow(entries: number): void {
    const old = this.records;
    this.records = new Int32Array(entries * WORDS).fill(EMPTY);
    this.#shift = Math.clz32(entries) + 1;
    this.reserve(this.records.byteLength - old.byteLength);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at] !== EMPTY) this.store(old[at]!, old[at + 1]!, old[at + 2]!, old[at + 3]!);
    }
  }

  /** Forgets every record with an edge to a node whose record in `cells` has the level `deadLevel`. */
  forgetDead(cells: Int32Array, deadLevel: number): void {
    const records = this.records;
    for (let at = 0; at < records.length; at += WORDS) {
      if (records[at] === EMPTY) continue;
      const third = Math.max(records[at + 2]!, 0);
      const dead =
        cells[(records[at]! & -2) << 1] === deadLevel ||
        cells[(records[at + 1]! & -2) << 1] === deadLevel ||
        cells[(third & -2) << 1] === deadLevel ||
        cells[(records[at + 3]! & -2) << 1] === deadLevel;
      if (dead) records[at] = EMPTY;
    }
  }
}
