interface Conn {
  id: number;
}
declare function open(): Promise<Conn>;
let conn: Promise<Conn> | undefined;
export async function get() {
  conn ??= open();
  return conn;
}
