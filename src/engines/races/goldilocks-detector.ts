// Goldilocks (paper 001): who is in the lockset of an access happens after it, so an access races with an earlier one
// iff its thread is not in that one's lockset. Read/write form (section 6, Fig. 8): a lockset for the last write and one
// per concurrent reader since; a write resets them. A read that a later read happens after is dropped: whatever races
// with the former races with the latter. Basic form (section 4, Fig. 4): every access counts as a write.
// Locksets are in normal form in a shared table: an access costs a few bit tests, a synchronisation one `flow`.

import { grownTo } from '../../base/integers/typed-array.js';
import { ElementRows } from '../../logic/happens-before/element-rows.js';
import { LocksetTable } from '../../logic/happens-before/lockset-table.js';
import type { Access, Conflicts, Detector, Race } from './detector.js';
import { ReadLists } from './read-lists.js';

const NEVER = -1;
const RACED = -2;

export class GoldilocksDetector implements Detector {
  readonly races: Race[] = [];
  readonly #table = new LocksetTable();
  readonly #rows = new ElementRows(() => this.#table.addRow());
  readonly #reads = new ReadLists(this.#table);
  /** Per variable: lockset of the last write, or NEVER (the lockset ALL), or RACED. */
  #lockset = new Int32Array(256).fill(NEVER);
  #thread = new Int32Array(256);
  #event = new Float64Array(256);
  #isRead = new Uint8Array(256);

  constructor(readonly conflicts: Conflicts = 'read-write') {}

  get bytes(): number {
    return this.#table.bytes + this.#rows.bytes + this.#reads.bytes + 17 * this.#lockset.length;
  }

  read(thread: number, variable: number, event: number): void {
    if (this.conflicts === 'any') return this.#access(thread, variable, event, 'r');
    if (variable >= this.#lockset.length) this.#knowVariable(variable);
    const lockset = this.#lockset[variable]!;
    if (lockset === RACED) return;
    const row = this.#rows.ofThread(thread);
    if (lockset !== NEVER && !this.#table.contains(lockset, row))
      return this.#race(variable, this.#lastWrite(variable), { event, thread, op: 'r' });
    this.#reads.add(variable, thread, row, event);
  }

  write(thread: number, variable: number, event: number): void {
    this.#access(thread, variable, event, 'w');
  }

  acquire(thread: number, lock: number): void {
    this.#table.flow(this.#rows.ofSync(lock), this.#rows.ofThread(thread));
  }

  release(thread: number, lock: number): void {
    this.#table.flow(this.#rows.ofThread(thread), this.#rows.ofSync(lock));
  }

  fork(thread: number, child: number): void {
    this.#table.flow(this.#rows.ofThread(thread), this.#rows.ofThread(child));
  }

  join(thread: number, child: number): void {
    this.#table.flow(this.#rows.ofThread(child), this.#rows.ofThread(thread));
  }

  volatileRead(thread: number, volatile: number): void {
    this.acquire(thread, volatile);
  }

  volatileWrite(thread: number, volatile: number): void {
    this.release(thread, volatile);
  }

  allocate(_thread: number, variable: number): void {
    this.#knowVariable(variable);
    if (this.#lockset[variable] !== RACED) this.#forget(variable, NEVER);
  }

  other(): void {}

  /** A write, or in the basic form any access. */
  #access(thread: number, variable: number, event: number, op: 'r' | 'w'): void {
    if (variable >= this.#lockset.length) this.#knowVariable(variable);
    const lockset = this.#lockset[variable]!;
    if (lockset === RACED) return;
    const row = this.#rows.ofThread(thread);
    const owned = this.#table.owned(row);
    if (lockset !== owned || !this.#reads.isEmpty(variable)) {
      const earlier = this.#unordered(variable, lockset, row);
      if (earlier) return this.#race(variable, earlier, { event, thread, op });
      this.#forget(variable, this.#table.retain(owned));
    }
    this.#thread[variable] = thread;
    this.#event[variable] = event;
    this.#isRead[variable] = op === 'r' ? 1 : 0;
  }

  /** An earlier access that the thread of `row` does not happen after. */
  #unordered(variable: number, lockset: number, row: number): Access | undefined {
    if (lockset !== NEVER && !this.#table.contains(lockset, row)) return this.#lastWrite(variable);
    return this.#reads.unordered(variable, row);
  }

  #lastWrite(variable: number): Access {
    const op = this.#isRead[variable] ? 'r' : 'w';
    return { event: this.#event[variable]!, thread: this.#thread[variable]!, op };
  }

  #race(variable: number, earlier: Access, later: Access): void {
    this.races.push({ variable, earlier, later });
    this.#forget(variable, RACED);
  }

  #forget(variable: number, lockset: number): void {
    const old = this.#lockset[variable]!;
    this.#lockset[variable] = lockset;
    if (old >= 0) this.#table.release(old);
    this.#reads.clear(variable);
  }

  #knowVariable(variable: number): void {
    this.#lockset = grownTo(this.#lockset, variable, NEVER);
    this.#thread = grownTo(this.#thread, variable);
    this.#event = grownTo(this.#event, variable);
    this.#isRead = grownTo(this.#isRead, variable);
  }
}
