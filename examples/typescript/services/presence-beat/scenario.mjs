export function scenario({ Presence }, { io }) {
  const listed = new Set();
  const directory = {
    announce: (member) => io(() => void listed.add(member)),
    withdraw: (member) => io(() => void listed.delete(member)),
  };
  const presence = new Presence(directory, () => io(() => 1));
  return { calls: [() => presence.beat('m'), () => presence.leave('m')], ok: () => listed.size === 0 };
}
