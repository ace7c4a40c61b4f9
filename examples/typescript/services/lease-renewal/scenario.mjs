export function scenario({ Election }, { io }) {
  let lease = { owner: '', epoch: 0 };
  const leases = {
    get: () => io(() => lease),
    put: (_, next) => io(() => void (lease = next)),
    compareAndSwap: (_, epoch, next) => io(() => lease.epoch === epoch && ((lease = next), true)),
  };
  const election = new Election(leases);
  return {
    calls: [() => election.campaign('l', 'ann'), () => election.campaign('l', 'bob')],
    ok: (results) => results.filter(({ value }) => value).length === 1,
  };
}
