interface Conn {
  id: number;
}
declare function open(): Promise<Conn>;
let conn: Conn | undefined;
export async function get() {
  conn ??= await open();
  return conn;
}
