interface Transfers {
  sumToday(account: string): Promise<number>;
  insert(account: string, cents: number): Promise<void>;
}

const limit = 10_000;

export class TransferService {
  constructor(private transfers: Transfers) {}

  transfer(account: string, cents: number): Promise<void> {
    return this.book(account, cents);
  }

  private async book(account: string, cents: number): Promise<void> {
    const spent = await this.transfers.sumToday(account);
    if (spent + cents > limit) throw new Error('over the daily limit');
    await this.transfers.insert(account, cents);
  }
}
