export function scenario({ OrderApi }, { io }) {
  const known = new Map();
  const taken = new Set();
  let created = 0;
  const keys = {
    find: (key) => io(() => known.get(key) ?? null),
    save: (key, result) => io(() => void known.set(key, result)),
    insertUnique: (key) => io(() => !taken.has(key) && !!taken.add(key)),
  };
  const api = new OrderApi(keys, { create: () => io(() => ({ id: `o${++created}` })) });
  return {
    calls: [() => api.post('k', { sku: 's' }), () => api.post('k', { sku: 's' })],
    ok: () => created === 1,
  };
}
