export function scenario({ Billing }, { io }) {
  const rows = new Map([['a', 100]]);
  const accounts = {
    load: (id) => io(() => ({ id, credit: rows.get(id) })),
    store: (account) => io(() => void rows.set(account.id, account.credit)),
  };
  const billing = new Billing(accounts);
  return { calls: [() => billing.charge('a', 10), () => billing.charge('a', 20)], ok: () => rows.get('a') === 70 };
}
