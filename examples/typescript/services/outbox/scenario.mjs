export function scenario({ Outbox }, { io }) {
  const sent = [];
  const outbox = new Outbox({
    sendAll: (messages) => {
      const copy = [...messages];
      return io(() => void sent.push(...copy));
    },
  });
  outbox.enqueue('a');
  return {
    calls: [() => outbox.flush(), () => outbox.enqueue('b')],
    ok: () => sent.concat(outbox.queue).includes('b'),
  };
}
