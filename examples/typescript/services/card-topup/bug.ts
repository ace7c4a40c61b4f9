interface Card {
  number: string;
  accountId: string;
}
interface Account {
  id: string;
  balance: number;
}
interface Cards {
  findByNumber(number: string): Promise<Card | null>;
}
interface Accounts {
  findById(id: string): Promise<Account>;
  save(account: Account): Promise<void>;
  increment(id: string, by: number): Promise<void>;
}

export class TopUp {
  constructor(
    private cards: Cards,
    private accounts: Accounts,
  ) {}

  async topUp(number: string, cents: number): Promise<void> {
    const card = await this.cards.findByNumber(number);
    if (!card) throw new Error('unknown card');
    const account = await this.accounts.findById(card.accountId);
    account.balance += cents;
    await this.accounts.save(account);
  }
}
