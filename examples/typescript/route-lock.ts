// HD6002: each handler that is asked for brings a lock of its own; two routes spend the same credit.
interface Credits {
  get(customer: string): Promise<number>;
  set(customer: string, credit: number): Promise<void>;
}

export class Spending {
  constructor(private credits: Credits) {}

  handler() {
    let last: Promise<unknown> = Promise.resolve();
    return async (customer: string): Promise<void> => {
      const mine = last.then(() => this.spend(customer));
      last = mine.catch(() => undefined);
      await mine;
    };
  }

  private async spend(customer: string): Promise<void> {
    const credit = await this.credits.get(customer);
    await this.credits.set(customer, credit - 1);
  }
}
