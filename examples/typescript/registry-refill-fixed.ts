// Fixed: what was loaded before an invalidation is given to who asked for it, and not kept.
declare function load(k: string): Promise<string>;

const cache = new Map<string, string>();
let generation = 0;

export async function get(k: string) {
  const e = cache.get(k);
  if (e) return e;
  const mine = generation;
  const v = await load(k);
  if (mine === generation) cache.set(k, v);
  return v;
}

export function invalidate(k: string) {
  generation++;
  cache.delete(k);
}
