export function scenario({ TransferService }, { io }) {
  const rows = [];
  const transfers = {
    sumToday: () => io(() => rows.reduce((all, row) => all + row, 0)),
    insert: (_, cents) => io(() => void rows.push(cents)),
  };
  const service = new TransferService(transfers);
  return {
    calls: [() => service.transfer('a', 6000), () => service.transfer('a', 6000)],
    ok: () => rows.length === 1,
  };
}
