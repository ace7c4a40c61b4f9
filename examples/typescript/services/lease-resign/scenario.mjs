export function scenario({ Lease }, { io, timers }) {
  const leases = { renew: () => io(() => true), giveUp: () => io(() => undefined) };
  const lease = new Lease(leases, () => 1);
  return { calls: [() => timers.fire(0), () => lease.giveUp()], ok: () => !lease.isMine() };
}
