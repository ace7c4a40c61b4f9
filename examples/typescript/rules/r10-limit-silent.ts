import pLimit from 'p-limit';

declare function price(): Promise<number>;
const limit = pLimit(1);
let sum = 0;
export async function add() {
  await limit(async () => {
    const s = sum;
    sum = s + (await price());
  });
}
