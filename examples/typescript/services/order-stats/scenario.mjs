export function scenario({ trackRevenue }, { io }) {
  let handler;
  const report = trackRevenue({ on: (_, f) => (handler = f) }, { quote: () => io(() => 10) });
  return {
    calls: [() => handler({ id: 'a', lines: ['x'] }), () => handler({ id: 'b', lines: ['y'] })],
    ok: () => report.revenue === 20,
  };
}
