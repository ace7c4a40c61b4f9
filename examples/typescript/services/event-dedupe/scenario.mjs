export async function scenario({ consume }, { io }) {
  let charged = 0;
  const seen = new Set();
  let handler;
  const consumer = {
    run: async ({ eachMessage }) => {
      handler = eachMessage;
    },
  };
  const redis = {
    exists: (key) => io(() => (seen.has(key) ? 1 : 0)),
    set: (key) => io(() => void seen.add(key)),
    setnx: (key) => io(() => (seen.has(key) ? 0 : (seen.add(key), 1))),
  };
  const registry = { decode: () => io(() => ({ id: 'e', account: 'a', cents: 5 })) };
  await consume(consumer, registry, redis, { charge: () => io(() => void charged++) });
  const message = { payload: new Uint8Array() };
  return { calls: [() => handler(message), () => handler(message)], ok: () => charged === 1 };
}
