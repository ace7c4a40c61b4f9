import { Semaphore } from 'async-mutex';

declare function price(): Promise<number>;
const two = new Semaphore(2);
let sum = 0;
export async function add() {
  await two.runExclusive(async () => {
    const s = sum;
    sum = s + (await price());
  });
}
