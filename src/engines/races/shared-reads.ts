// The last read of a variable by each thread, for variables whose reads are concurrent: the reads of one variable are a list,
// and a hash table finds that of a thread. Flat arrays: a read costs two look-ups and makes no object.

import { grownTo } from '../../base/integers/typed-array.js';

const END = -1;

/** A read in the pool. */
export type ReadNode = number;

export class SharedReads {
  /** By variable: its first node. */
  #head = new Int32Array(256).fill(END);
  /** By hash of variable and thread: the first node with it. */
  #buckets = new Int32Array(256).fill(END);
  #variable = new Int32Array(128);
  #thread = new Int32Array(128);
  #clock = new Int32Array(128);
  #event = new Float64Array(128);
  /** The next read of the variable (or the next free node), and the next node of the bucket. */
  #next = new Int32Array(128);
  #nextAlike = new Int32Array(128);
  #free = END;
  #nodes = 0;

  get bytes(): number {
    return 4 * (this.#head.length + this.#buckets.length) + 28 * this.#next.length;
  }

  /** Thread `thread` reads it, for the first time or again. */
  set(variable: number, thread: number, clock: number, event: number): void {
    let node = this.#buckets[this.#bucket(variable, thread)]!;
    while (node !== END && (this.#thread[node] !== thread || this.#variable[node] !== variable))
      node = this.#nextAlike[node]!;
    if (node === END) node = this.#add(variable, thread);
    this.#clock[node] = clock;
    this.#event[node] = event;
  }

  /** The reads of a variable, one after the other; -1 behind the last. */
  first(variable: number): ReadNode {
    return variable < this.#head.length ? this.#head[variable]! : END;
  }

  next(node: ReadNode): ReadNode {
    return this.#next[node]!;
  }

  thread(node: ReadNode): number {
    return this.#thread[node]!;
  }

  clock(node: ReadNode): number {
    return this.#clock[node]!;
  }

  event(node: ReadNode): number {
    return this.#event[node]!;
  }

  /** The variable has no reads any more. */
  clear(variable: number): void {
    for (let node = this.first(variable); node !== END; ) {
      const next = this.#next[node]!;
      this.#unlink(node);
      this.#next[node] = this.#free;
      this.#free = node;
      node = next;
    }
    if (variable < this.#head.length) this.#head[variable] = END;
  }

  #add(variable: number, thread: number): ReadNode {
    const node = this.#newNode();
    this.#head = grownTo(this.#head, variable, END);
    this.#variable[node] = variable;
    this.#thread[node] = thread;
    this.#next[node] = this.#head[variable]!;
    this.#head[variable] = node;
    this.#link(node);
    return node;
  }

  #newNode(): ReadNode {
    const node = this.#free;
    if (node !== END) {
      this.#free = this.#next[node]!;
      return node;
    }
    if (this.#nodes === this.#next.length) this.#grow();
    return this.#nodes++;
  }

  #grow(): void {
    const last = 2 * this.#nodes - 1;
    this.#variable = grownTo(this.#variable, last);
    this.#thread = grownTo(this.#thread, last);
    this.#clock = grownTo(this.#clock, last);
    this.#event = grownTo(this.#event, last);
    this.#next = grownTo(this.#next, last);
    this.#nextAlike = grownTo(this.#nextAlike, last);
    // All nodes are in use, or there would be a free one.
    this.#buckets = new Int32Array(4 * this.#nodes).fill(END);
    for (let node = 0; node < this.#nodes; node++) this.#link(node);
  }

  #link(node: ReadNode): void {
    const bucket = this.#bucket(this.#variable[node]!, this.#thread[node]!);
    this.#nextAlike[node] = this.#buckets[bucket]!;
    this.#buckets[bucket] = node;
  }

  #unlink(node: ReadNode): void {
    const bucket = this.#bucket(this.#variable[node]!, this.#thread[node]!);
    if (this.#buckets[bucket] === node) {
      this.#buckets[bucket] = this.#nextAlike[node]!;
      return;
    }
    let before = this.#buckets[bucket]!;
    while (this.#nextAlike[before] !== node) before = this.#nextAlike[before]!;
    this.#nextAlike[before] = this.#nextAlike[node]!;
  }

  #bucket(variable: number, thread: number): number {
    const mixed = Math.imul(variable ^ Math.imul(thread + 1, 0x85ebca6b), 0x9e3779b1);
    return (mixed ^ (mixed >>> 15)) & (this.#buckets.length - 1);
  }
}
