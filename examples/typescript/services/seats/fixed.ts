interface Client {
  query(sql: string, params: unknown[]): Promise<{ rows: { free: number }[]; rowCount: number }>;
}

export async function bookSeat(client: Client, flight: string): Promise<boolean> {
  const { rowCount } = await client.query('UPDATE flights SET free = free - 1 WHERE id = $1 AND free > 0', [flight]);
  return rowCount === 1;
}
