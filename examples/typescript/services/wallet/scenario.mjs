export function scenario({ Wallet }, { store }) {
  const cells = store();
  const wallet = new Wallet(cells);
  return {
    calls: [() => wallet.deposit('ann', 5), () => wallet.deposit('ann', 7)],
    ok: () => cells.data.get('balance:ann') === 12,
  };
}
