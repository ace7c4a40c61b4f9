// The repair: one queue for all handlers.
interface Credits {
  get(customer: string): Promise<number>;
  set(customer: string, credit: number): Promise<void>;
}

export class Spending {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private credits: Credits) {}

  handler() {
    return async (customer: string): Promise<void> => {
      const mine = this.last.then(() => this.spend(customer));
      this.last = mine.catch(() => undefined);
      await mine;
    };
  }

  private async spend(customer: string): Promise<void> {
    const credit = await this.credits.get(customer);
    await this.credits.set(customer, credit - 1);
  }
}
