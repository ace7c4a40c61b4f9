declare function load(k: string): Promise<string>;

const cache = new Map<string, string>();

export async function get(k: string) {
  const e = cache.get(k);
  if (e) return e;
  const v = await load(k);
  cache.set(k, v);
  return v;
}

export function invalidate(k: string) {
  cache.delete(k);
}
