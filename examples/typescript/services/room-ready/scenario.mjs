export function scenario({ Rooms }, { io }) {
  const ports = [];
  const rooms = new Rooms({ allocate: () => io(() => 7) });
  const enter = () => rooms.enter('r').then(({ port }) => ports.push(port));
  return { calls: [enter, enter], ok: () => ports.every((port) => port === 7) };
}
