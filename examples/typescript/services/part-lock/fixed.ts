// Requests for one account wait for each other.

export interface Accounts {
  balance(account: string): Promise<number>;
  setBalance(account: string, cents: number): Promise<void>;
}

export interface Withdrawal {
  requestId: string;
  accountId: string;
  cents: number;
}

const tails = new Map<string, Promise<void>>();

function inTurn(key: string, work: () => Promise<void>): Promise<void> {
  const next = (tails.get(key) ?? Promise.resolve()).then(work, work);
  tails.set(key, next);
  return next;
}

export function withdraw({ accountId, cents }: Withdrawal, accounts: Accounts): Promise<void> {
  return inTurn(accountId, async () => {
    const balance = await accounts.balance(accountId);
    if (balance >= cents) await accounts.setBalance(accountId, balance - cents);
  });
}
