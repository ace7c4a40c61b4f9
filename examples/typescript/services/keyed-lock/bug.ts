interface Stock {
  get(sku: string): Promise<number>;
  set(sku: string, count: number): Promise<void>;
}

class KeyedLock {
  private locks = new Map<string, Promise<void>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.locks.get(key);
    let open!: () => void;
    this.locks.set(key, new Promise<void>((resolve) => (open = resolve)));
    if (before) await before;
    try {
      return await work();
    } finally {
      this.locks.delete(key);
      open();
    }
  }
}

export class Warehouse {
  private lock = new KeyedLock();

  constructor(private stock: Stock) {}

  remove(sku: string, count: number): Promise<void> {
    return this.lock.run(sku, async () => {
      const left = await this.stock.get(sku);
      if (left < count) throw new Error('out of stock');
      await this.stock.set(sku, left - count);
    });
  }
}
