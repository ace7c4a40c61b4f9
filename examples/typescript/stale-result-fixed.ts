// The repair: both are read after the await.
declare function log(what: string): Promise<void>;
let paid = 0;
let orders = 0;
export function pay() {
  paid += 10;
  orders += 1;
}
export async function average(): Promise<number> {
  await log('average');
  const sum = paid;
  if (orders > 0 && sum === 0) throw new Error('orders that nobody paid');
  return orders === 0 ? 0 : sum / orders;
}
