export function scenario({ TopUp }, { io }) {
  const row = { id: 'a', balance: 0 };
  const cards = { findByNumber: (number) => io(() => ({ number, accountId: 'a' })) };
  const accounts = {
    findById: () => io(() => ({ ...row })),
    save: (account) => io(() => void Object.assign(row, account)),
    increment: (_, by) => io(() => void (row.balance += by)),
  };
  const service = new TopUp(cards, accounts);
  return { calls: [() => service.topUp('1', 5), () => service.topUp('1', 5)], ok: () => row.balance === 10 };
}
