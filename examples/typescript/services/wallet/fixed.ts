export interface Store {
  get(key: string): Promise<number | undefined>;
  set(key: string, value: number): Promise<void>;
}

export class Wallet {
  private readonly tails = new Map<string, Promise<unknown>>();

  constructor(private readonly store: Store) {}

  deposit(user: string, amount: number): Promise<number> {
    const key = `balance:${user}`;
    const before = this.tails.get(key) ?? Promise.resolve();
    const run = before.then(() => this.add(key, amount));
    this.tails.set(
      key,
      run.catch(() => undefined),
    );
    return run;
  }

  private async add(key: string, amount: number): Promise<number> {
    const balance = (await this.store.get(key)) ?? 0;
    const next = balance + amount;
    await this.store.set(key, next);
    return next;
  }
}
