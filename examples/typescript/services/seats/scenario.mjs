export function scenario({ bookSeat }, { io }) {
  let free = 1;
  const client = {
    query: (sql, params) =>
      io(() => {
        if (sql.startsWith('SELECT')) return { rows: [{ free }], rowCount: 1 };
        if (sql.includes('free - 1')) return free > 0 ? (free--, { rows: [], rowCount: 1 }) : { rows: [], rowCount: 0 };
        free = params[1];
        return { rows: [], rowCount: 1 };
      }),
  };
  return {
    calls: [() => bookSeat(client, 'BA1'), () => bookSeat(client, 'BA1')],
    ok: (results) => results.filter(({ value }) => value === true).length === 1,
  };
}
