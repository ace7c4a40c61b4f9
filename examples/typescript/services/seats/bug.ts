interface Client {
  query(sql: string, params: unknown[]): Promise<{ rows: { free: number }[]; rowCount: number }>;
}

export async function bookSeat(client: Client, flight: string): Promise<boolean> {
  const { rows } = await client.query('SELECT free FROM flights WHERE id = $1', [flight]);
  if (rows.length === 0 || rows[0].free <= 0) return false;
  const left = rows[0].free - 1;
  await client.query('UPDATE flights SET free = $2 WHERE id = $1', [flight, left]);
  return true;
}
