export function scenario({ Poller }, { io, timers }) {
  const items = [{ id: 1 }];
  const published = [];
  const feed = { fetchSince: (cursor) => io(() => items.slice(cursor)) };
  const sink = { publish: (id) => io(() => void published.push(id)) };
  const poller = new Poller(feed, sink);
  poller.start();
  return {
    calls: [() => timers.fire(0), () => timers.fire(0)],
    ok: () => published.length === 1,
  };
}
