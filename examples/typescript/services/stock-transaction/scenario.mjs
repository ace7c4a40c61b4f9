export function scenario({ Stock }, { io }) {
  const row = { sku: 's', stock: 2, version: 0 };
  const item = {
    findUnique: () => io(() => ({ ...row })),
    update: ({ data }) => io(() => void Object.assign(row, data)),
    updateMany: ({ where, data }) =>
      io(() => {
        if (where.version !== row.version) return { count: 0 };
        Object.assign(row, data);
        return { count: 1 };
      }),
  };
  const stock = new Stock({ $transaction: (body) => body({ item }) });
  return {
    calls: [() => stock.reserve('s', 1), () => stock.reserve('s', 1)],
    ok: (results) => row.stock === 2 - results.filter(({ status }) => status === 'fulfilled').length,
  };
}
