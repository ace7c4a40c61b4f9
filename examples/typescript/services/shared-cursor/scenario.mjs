export function scenario({ Reader }, { io }) {
  const feed = { page: (cursor) => io(() => ({ items: cursor < 2 ? [`i${cursor}`] : [], next: cursor + 1 })) };
  const reader = new Reader(feed);
  return {
    calls: [() => reader.take(), () => reader.take()],
    ok: ([one, other]) => one.value.join() !== other.value.join(),
  };
}
