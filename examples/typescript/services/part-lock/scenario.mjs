export function scenario({ withdraw }, { io }) {
  let balance = 10;
  const accounts = {
    balance: () => io(() => balance),
    setBalance: (_, cents) => io(() => void (balance = cents)),
  };
  const call = (requestId) => withdraw({ requestId, accountId: 'a', cents: 3 }, accounts);
  return { calls: [() => call('1'), () => call('2')], ok: () => balance === 4 };
}
