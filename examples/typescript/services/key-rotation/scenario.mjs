export function scenario({ Courier }, { io }) {
  const asked = new Set();
  const keys = {
    key: (generation) => {
      asked.add(generation);
      return io(() => `key ${generation}`);
    },
  };
  const inbox = {
    deliver: (_letter, key) =>
      io(() => {
        if (key === 'key 0') throw new Error('refused');
      }),
  };
  const courier = new Courier(keys, inbox);
  return { calls: [() => courier.send('a'), () => courier.send('a')], ok: () => !asked.has(2) };
}
