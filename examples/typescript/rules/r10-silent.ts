import { Mutex } from 'async-mutex';

declare function price(): Promise<number>;
const lock = new Mutex();
let sum = 0;
export async function add() {
  await lock.runExclusive(async () => {
    const s = sum;
    sum = s + (await price());
  });
}
