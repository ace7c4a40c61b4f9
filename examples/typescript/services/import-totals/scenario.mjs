export function scenario({ importNight }, { io }) {
  let sum = 0;
  const ledger = { load: () => io(() => sum), store: (_, next) => io(() => void (sum = next)) };
  const source = { rows: () => io(() => [1, 2]) };
  return { calls: [() => importNight(source, ledger, 'a', ['x', 'y'])], ok: () => sum === 6 };
}
