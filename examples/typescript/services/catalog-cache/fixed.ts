interface Remote {
  products(category: string): Promise<string[]>;
}
interface Quota {
  /** Every download is paid for. */
  pay(category: string): Promise<void>;
}

export class Catalog {
  private readonly loaded = new Map<string, Promise<string[]>>();

  constructor(
    private remote: Remote,
    private quota: Quota,
  ) {}

  async list(category: string): Promise<string[]> {
    const known = this.loaded.get(category);
    if (known) return known;
    const products = this.download(category);
    this.loaded.set(category, products);
    products.catch(() => {
      if (this.loaded.get(category) === products) this.loaded.delete(category);
    });
    return products;
  }

  private async download(category: string): Promise<string[]> {
    await this.quota.pay(category);
    return this.remote.products(category);
  }
}
