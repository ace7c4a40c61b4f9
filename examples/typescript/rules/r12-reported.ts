declare function open(): Promise<string>;
let conn: string | undefined;
export async function connect() {
  if (!conn) conn = await open();
  return conn;
}
