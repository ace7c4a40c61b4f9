interface Accounts {
  load(id: string): Promise<{ id: string; credit: number }>;
  store(account: { id: string; credit: number }): Promise<void>;
}

class Lock {
  private last: Promise<void> = Promise.resolve();
  acquire(): Promise<() => void> {
    let release!: () => void;
    const mine = new Promise<void>((resolve) => (release = resolve));
    const turn = this.last.then(() => release);
    this.last = this.last.then(() => mine);
    return turn;
  }
}

export class Billing {
  private lock = new Lock();

  constructor(private accounts: Accounts) {}

  async charge(id: string, cents: number): Promise<void> {
    const release = await this.lock.acquire();
    const account = await this.accounts.load(id);
    release();
    account.credit -= cents;
    await this.accounts.store(account);
  }
}
