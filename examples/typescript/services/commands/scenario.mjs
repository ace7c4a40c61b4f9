export function scenario({ Desk }, { io }) {
  const desk = new Desk({ rate: () => io(() => 2) });
  return {
    calls: [
      () => desk.dispatch('buy', { currency: 'EUR', amount: 3 }),
      () => desk.dispatch('sell', { currency: 'EUR', amount: 1 }),
    ],
    ok: () => desk.total === 4,
  };
}
