export function scenario({ Ledger }, { io }) {
  const disk = new Map();
  const files = {
    readFile: (path) => io(() => disk.get(path) ?? ''),
    writeFile: (path, text) => io(() => void disk.set(path, text)),
  };
  const ledger = new Ledger(files);
  return {
    calls: [() => ledger.record({ id: 'a', amount: 1 }), () => ledger.record({ id: 'b', amount: 2 })],
    ok: () => JSON.parse(disk.get('ledger.json')).length === 2,
  };
}
