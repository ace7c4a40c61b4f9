interface Item {
  sku: string;
  stock: number;
  version: number;
}
interface Transaction {
  item: {
    findUnique(query: { where: { sku: string } }): Promise<Item | null>;
    update(query: { where: { sku: string }; data: Partial<Item> }): Promise<void>;
    updateMany(query: { where: { sku: string; version: number }; data: Partial<Item> }): Promise<{ count: number }>;
  };
}
interface Database {
  $transaction<T>(body: (transaction: Transaction) => Promise<T>): Promise<T>;
}

export class Stock {
  constructor(private prisma: Database) {}

  async reserve(sku: string, quantity: number): Promise<void> {
    await this.prisma.$transaction(async (tx) => {
      const item = await tx.item.findUnique({ where: { sku } });
      if (!item || item.stock < quantity) throw new Error('out of stock');
      const { count } = await tx.item.updateMany({
        where: { sku, version: item.version },
        data: { stock: item.stock - quantity, version: item.version + 1 },
      });
      if (count === 0) throw new Error('changed meanwhile');
    });
  }
}
