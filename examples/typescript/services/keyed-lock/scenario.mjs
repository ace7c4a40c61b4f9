export function scenario({ Warehouse }, { store }) {
  const stock = store([['a', 9]]);
  const house = new Warehouse(stock);
  return {
    calls: [() => house.remove('a', 1), () => house.remove('a', 1), () => house.remove('a', 1)],
    ok: () => stock.data.get('a') === 6,
  };
}
