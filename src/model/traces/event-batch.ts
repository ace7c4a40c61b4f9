// A few thousand decoded events as parallel arrays, reused from batch to batch. Locations stay bytes of the chunk they
// came in: they are only decoded for the few events a report speaks about, so memory does not grow with the trace.

export const BATCH_SIZE = 4096;

export class EventBatch {
  count = 0;
  /** Number of the first event in the batch; events count from 1. */
  firstEvent = 1;
  /** Where its lines are in the trace, in bytes. */
  from = 0;
  to = 0;
  /** Does one of its events have a location? */
  hasLocations = false;
  readonly op = new Uint8Array(BATCH_SIZE);
  readonly thread = new Int32Array(BATCH_SIZE);
  readonly target = new Int32Array(BATCH_SIZE);
  readonly line = new Int32Array(BATCH_SIZE);
  readonly #locationStart = new Int32Array(BATCH_SIZE);
  readonly #locationEnd = new Int32Array(BATCH_SIZE);
  #bytes: Uint8Array = new Uint8Array(0);

  get isFull(): boolean {
    return this.count === BATCH_SIZE;
  }

  /** Starts the next batch; its events will come from `bytes`. */
  restart(bytes: Uint8Array): void {
    this.firstEvent += this.count;
    this.count = 0;
    this.hasLocations = false;
    this.#bytes = bytes;
  }

  add(op: number, thread: number, target: number, locationStart: number, locationEnd: number): void {
    const at = this.count++;
    this.op[at] = op;
    this.thread[at] = thread;
    this.target[at] = target;
    this.#locationStart[at] = locationStart;
    this.#locationEnd[at] = locationEnd;
    if (locationStart !== locationEnd) this.hasLocations = true;
  }

  /** The location of an event, undefined where the format has none. */
  location(index: number): string | undefined {
    const start = this.#locationStart[index]!;
    const end = this.#locationEnd[index]!;
    return start === end ? undefined : new TextDecoder().decode(this.#bytes.subarray(start, end));
  }
}
