interface Keys {
  find(key: string): Promise<{ orderId: string } | null>;
  save(key: string, result: { orderId: string }): Promise<void>;
  /** False if there is such a key already. */
  insertUnique(key: string): Promise<boolean>;
}
interface Orders {
  create(input: { sku: string }): Promise<{ id: string }>;
}
interface Reply {
  code: number;
  body: unknown;
}

export class OrderApi {
  constructor(
    private keys: Keys,
    private orders: Orders,
  ) {}

  async post(key: string, input: { sku: string }): Promise<Reply> {
    const known = await this.keys.find(key);
    if (known) return { code: 200, body: known };
    if (!(await this.keys.insertUnique(key))) return { code: 409, body: 'under way' };
    const order = await this.orders.create(input);
    await this.keys.save(key, { orderId: order.id });
    return { code: 201, body: { orderId: order.id } };
  }
}
