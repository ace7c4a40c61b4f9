// The concurrent reads of each variable since its last write, with their locksets: linked lists in one pool of nodes.
// No read in a list happens before another one in it.

import { grownTo } from '../../base/integers/typed-array.js';
import type { LocksetTable } from '../../logic/happens-before/lockset-table.js';
import type { Access } from './detector.js';

const END = -1;

export class ReadLists {
  #head = new Int32Array(256).fill(END);
  #next = new Int32Array(256);
  #lockset = new Int32Array(256);
  #thread = new Int32Array(256);
  #event = new Float64Array(256);
  #free = END;
  #nodes = 0;

  constructor(readonly table: LocksetTable) {}

  get bytes(): number {
    return 4 * this.#head.length + 20 * this.#next.length;
  }

  isEmpty(variable: number): boolean {
    return variable >= this.#head.length || this.#head[variable] === END;
  }

  add(variable: number, thread: number, row: number, event: number): void {
    this.#head = grownTo(this.#head, variable, END);
    const head = this.#head[variable]!;
    const owned = this.table.owned(row);
    if (head !== END && this.#lockset[head] === owned) {
      this.#event[head] = event;
      return;
    }
    if (head !== END) this.#dropOrdered(variable, row);
    const node = this.#newNode();
    this.#lockset[node] = this.table.retain(owned);
    this.#thread[node] = thread;
    this.#event[node] = event;
    this.#next[node] = this.#head[variable]!;
    this.#head[variable] = node;
  }

  /** The latest read that the thread of `row` does not happen after. */
  unordered(variable: number, row: number): Access | undefined {
    let found = END;
    for (let node = this.#first(variable); node !== END; node = this.#next[node]!) {
      if (this.table.contains(this.#lockset[node]!, row)) continue;
      if (found === END || this.#event[node]! > this.#event[found]!) found = node;
    }
    return found === END ? undefined : { event: this.#event[found]!, thread: this.#thread[found]!, op: 'r' };
  }

  clear(variable: number): void {
    for (let node = this.#first(variable); node !== END; ) {
      const next = this.#next[node]!;
      this.#freeNode(node);
      node = next;
    }
    if (variable < this.#head.length) this.#head[variable] = END;
  }

  #first(variable: number): number {
    return variable < this.#head.length ? this.#head[variable]! : END;
  }

  /** Removes the reads that the thread of `row` happens after. */
  #dropOrdered(variable: number, row: number): void {
    let kept = END;
    for (let node = this.#head[variable]!; node !== END; ) {
      const next = this.#next[node]!;
      if (this.table.contains(this.#lockset[node]!, row)) this.#freeNode(node);
      else {
        this.#next[node] = kept;
        kept = node;
      }
      node = next;
    }
    this.#head[variable] = kept;
  }

  #newNode(): number {
    if (this.#free !== END) {
      const node = this.#free;
      this.#free = this.#next[node]!;
      return node;
    }
    const node = this.#nodes++;
    this.#next = grownTo(this.#next, node);
    this.#lockset = grownTo(this.#lockset, node);
    this.#thread = grownTo(this.#thread, node);
    this.#event = grownTo(this.#event, node);
    return node;
  }

  #freeNode(node: number): void {
    this.table.release(this.#lockset[node]!);
    this.#next[node] = this.#free;
    this.#free = node;
  }
}
