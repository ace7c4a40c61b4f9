// Whether there is room left for a run to go on. V8 ends the whole process when its heap is full, so whoever fills it is told to
// stop before that: then what it has found is kept, and the answer is `unknown`. How full the heap is says nothing while
// there is garbage in it, so it is collected first; that costs a second or two of a full heap, and happens only then.

import { totalmem } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { resourceLimits } from 'node:worker_threads';

/** Bytes. */
export interface Memory {
  /** Of objects in the heap, of the heap itself (it has gaps), and what it may grow to. */
  readonly used: number;
  readonly heap: number;
  readonly most: number;
}

/** Beyond these shares of what the heap may be, garbage is collected; if that leaves more than the others, there is no room. */
const full = { used: 0.75, heap: 0.88 };
const stillFull = { used: 0.65, heap: 0.8 };
/** Megabytes for new objects, unless a thread was given others. */
const usualYoung = 48;
/** Of the machine's memory. */
const mostOfMachine = 0.75;

/** Undefined if there is room, else why there is not. */
export function heapShortage(measure: () => Memory, collectGarbage: () => void): string | undefined {
  if (!exceeds(measure(), full)) return undefined;
  collectGarbage();
  const { most, ...rest } = measure();
  if (!exceeds({ most, ...rest }, stillFull)) return undefined;
  const [is, double] = [most, 2 * most].map((bytes) => Math.round(bytes / 2 ** 20));
  return `memory limit of ${is} MB reached (NODE_OPTIONS=--max-old-space-size=${double} allows twice as much)`;
}

function exceeds({ used, heap, most }: Memory, shares: typeof full): boolean {
  return used > shares.used * most || heap > shares.heap * most;
}

/** What the process has taken for itself, heap and tables, must leave something to the others. */
export function machineShortage(inUse: number, machine: number): string | undefined {
  if (inUse <= mostOfMachine * machine) return undefined;
  return `memory limit of ${Math.round((mostOfMachine * machine) / 2 ** 20)} MB reached (three quarters of this machine's)`;
}

/** Of this thread's heap, and of the process. */
export function memoryShortage(inUse: number): string | undefined {
  return heapShortage(heapOfThread, collectGarbage) ?? machineShortage(inUse, memoryOfMachine());
}

function heapOfThread(): Memory {
  const { used_heap_size, total_heap_size, heap_size_limit } = getHeapStatistics();
  // V8 counts the room for new objects, too, but nothing stays there.
  const young = (resourceLimits.maxYoungGenerationSizeMb ?? usualYoung) * 2 ** 20;
  return { used: used_heap_size, heap: total_heap_size, most: Math.max(heap_size_limit / 2, heap_size_limit - young) };
}

/** What this process may use of it: a container may be given less. */
function memoryOfMachine(): number {
  return Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
