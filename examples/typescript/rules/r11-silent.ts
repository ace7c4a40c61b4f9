declare function price(): Promise<number>;
let tail: Promise<void> = Promise.resolve();
let sum = 0;
export function add() {
  tail = tail.then(async () => {
    const s = sum;
    sum = s + (await price());
  });
  return tail;
}
