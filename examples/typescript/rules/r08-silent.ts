interface Client {
  query(sql: string): Promise<void>;
}
let listening = false;
export async function listen(c: Client) {
  if (listening) return;
  await c.query('LISTEN jobs');
  listening = true;
}
