export function scenario({ TokenSource }, { io }) {
  let number = 0;
  const auth = {
    issue: () => {
      const mine = ++number;
      return io(() => {
        if (mine === 1) throw new Error('refused');
        return `t${mine}`;
      });
    },
  };
  const source = new TokenSource(auth);
  return {
    calls: [() => source.token(), () => source.renew(), () => source.token()],
    // Only the first request is refused: a later one must not be forgotten.
    ok: () => number === 1 || source.pending !== null,
  };
}
