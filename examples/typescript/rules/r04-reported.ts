declare function connect(): Promise<string>;
let raw: string | undefined;
export async function get() {
  if (!raw) raw = await connect();
  return raw;
}
