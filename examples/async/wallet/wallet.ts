export interface Store {
  get(key: string): Promise<number | undefined>;
  set(key: string, value: number): Promise<void>;
}

export class Wallet {
  constructor(private readonly store: Store) {}

  async deposit(user: string, amount: number): Promise<number> {
    const key = `balance:${user}`;
    const balance = (await this.store.get(key)) ?? 0;
    const next = balance + amount;
    await this.store.set(key, next);
    return next;
  }
}
