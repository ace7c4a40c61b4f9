export function scenario({ Mirror }, { io }) {
  let open = 0;
  let stopped = false;
  const broker = {
    subscribe: () => {
      return io(() => {
        open++;
        return { cancel: () => open-- };
      });
    },
  };
  const mirror = new Mirror(broker);
  const started = mirror.start('t');
  return { calls: [() => started, () => mirror.stop()], ok: () => open === 0 };
}
