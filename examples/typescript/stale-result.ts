// HD6007: the sum is from before the await, the number of orders from after it.
declare function log(what: string): Promise<void>;
let paid = 0;
let orders = 0;
export function pay() {
  paid += 10;
  orders += 1;
}
export async function average(): Promise<number> {
  const sum = paid;
  await log('average');
  if (orders > 0 && sum === 0) throw new Error('orders that nobody paid');
  return orders === 0 ? 0 : sum / orders;
}
