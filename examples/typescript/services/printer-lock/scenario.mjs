export function scenario({ PrintQueue }, { io }) {
  const queue = new PrintQueue({ page: () => io(() => undefined) });
  return {
    calls: [() => queue.print('a'), () => queue.print('b'), () => queue.print('c')],
    ok: (results) => new Set(results.map(({ value }) => value)).size === 3,
  };
}
