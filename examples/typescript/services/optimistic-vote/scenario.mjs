export function scenario({ Votes }, { io }) {
  let asked = 0;
  const api = {
    vote: () => {
      const mine = ++asked;
      return io(() => {
        if (mine === 1) throw new Error('offline');
      });
    },
  };
  const votes = new Votes(api);
  return {
    calls: [() => votes.up('a'), () => votes.up('b')],
    ok: (results) => {
      const good = results.filter(({ status }) => status === 'fulfilled').length;
      return (votes.counts.a ?? 0) + (votes.counts.b ?? 0) === good;
    },
  };
}
