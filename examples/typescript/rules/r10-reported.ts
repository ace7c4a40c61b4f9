import { Mutex } from 'async-mutex';

declare function price(): Promise<number>;
let sum = 0;
export async function add() {
  const lock = new Mutex();
  await lock.runExclusive(async () => {
    const s = sum;
    sum = s + (await price());
  });
}
