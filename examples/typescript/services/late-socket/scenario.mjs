export function scenario({ Probe }, { io }) {
  let open = 0;
  const net = { dial: () => io(() => (open++, { send: () => {}, end: () => void open-- })) };
  const probe = new Probe(net, () => io(() => undefined));
  return { calls: [() => probe.greet('h'), () => probe.greet('h')], ok: () => open === 0 };
}
