// What is left of each article. The warehouse has to agree to every change.
interface Warehouse {
  confirm(sku: string, count: number): Promise<boolean>;
}

declare const warehouse: Warehouse;

const left = new Map<string, number>();
const tails = new Map<string, Promise<void>>();

export function stockOf(sku: string): number {
  return left.get(sku) ?? 10;
}

export async function reserve(sku: string, count: number): Promise<boolean> {
  const before = stockOf(sku);
  if (before < count) return false;
  if (!(await warehouse.confirm(sku, count))) return false;
  left.set(sku, before - count);
  return true;
}

/** One after the other, for each article. */
export function release(sku: string, count: number): Promise<void> {
  const tail = tails.get(sku) ?? Promise.resolve();
  const next = tail.then(async () => {
    if (await warehouse.confirm(sku, -count)) left.set(sku, stockOf(sku) + count);
  });
  tails.set(
    sku,
    next.catch(() => undefined),
  );
  return next;
}
