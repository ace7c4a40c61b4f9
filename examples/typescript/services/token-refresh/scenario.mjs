export function scenario({ ApiClient }, { io }) {
  const used = [];
  let number = 0;
  const auth = {
    exchange: (refresh) =>
      io(() => {
        used.push(refresh);
        number++;
        return { access: `a${number}`, refresh: `r${number}`, expiresAt: Number.POSITIVE_INFINITY };
      }),
  };
  const api = { fetch: (path) => io(() => path) };
  const client = new ApiClient(auth, api, { access: 'a0', refresh: 'r0', expiresAt: 0 });
  return {
    calls: [() => client.get('/a'), () => client.get('/b')],
    ok: () => new Set(used).size === used.length,
  };
}
