declare function price(): Promise<number>;
let tail: Promise<void> = Promise.resolve();
let sum = 0;
export function add() {
  const s = sum;
  tail = tail.then(async () => {
    sum = s + (await price());
  });
  return tail;
}
