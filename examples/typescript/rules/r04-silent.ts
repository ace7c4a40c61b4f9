declare function connect(): Promise<string>;
const rawPromise = connect();
let raw: string | undefined;
export async function get() {
  if (!raw) raw = await rawPromise;
  return raw;
}
