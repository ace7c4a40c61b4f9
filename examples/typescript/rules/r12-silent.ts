declare function open(): Promise<string>;
let conn: string | undefined;
// heddle: not-concurrent
export async function connect() {
  if (!conn) conn = await open();
  return conn;
}
