import { describe, expect, it } from 'vitest';
import { heapShortage, type Memory, machineShortage } from './memory.js';

const megabyte = 2 ** 20;

/** What is measured one time after the other, and how often garbage was collected in between. */
function shortageOf(...measured: readonly Omit<Memory, 'most'>[]): { shortage: string | undefined; collected: number } {
  let [at, collected] = [0, 0];
  const inBytes = ({ used, heap }: Omit<Memory, 'most'>) => ({ used: used * megabyte, heap: heap * megabyte });
  const shortage = heapShortage(
    () => ({ ...inBytes(measured[at++]!), most: 100 * megabyte }),
    () => void collected++,
  );
  return { shortage, collected };
}

describe('a heap', () => {
  it('has room while it is small, and nothing is collected', () => {
    expect(shortageOf({ used: 74, heap: 87 })).toEqual({ shortage: undefined, collected: 0 });
  });

  it('has room if it is full of garbage', () => {
    expect(shortageOf({ used: 76, heap: 80 }, { used: 64, heap: 79 })).toEqual({ shortage: undefined, collected: 1 });
  });

  it('is full if what is in use stays, or if gaps leave no room', () => {
    const shortage = 'memory limit of 100 MB reached (NODE_OPTIONS=--max-old-space-size=200 allows twice as much)';
    expect(shortageOf({ used: 76, heap: 80 }, { used: 66, heap: 79 })).toEqual({ shortage, collected: 1 });
    expect(shortageOf({ used: 50, heap: 89 }, { used: 50, heap: 81 })).toEqual({ shortage, collected: 1 });
  });
});

describe('a machine', () => {
  it('keeps a quarter of its memory for others', () => {
    expect(machineShortage(75 * megabyte, 100 * megabyte)).toBeUndefined();
    expect(machineShortage(76 * megabyte, 100 * megabyte)).toBe(
      "memory limit of 75 MB reached (three quarters of this machine's)",
    );
  });
});
