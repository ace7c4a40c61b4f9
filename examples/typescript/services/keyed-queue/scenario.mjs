export function scenario({ Counter }, { io }) {
  let value = 0;
  const store = { read: () => io(() => value), write: (_, next) => io(() => void (value = next)) };
  const counter = new Counter(store);
  return {
    calls: [() => counter.add('k', 1), () => counter.add('k', 1), () => counter.add('k', 1)],
    ok: () => value === 3,
  };
}
