declare function measure(u: string): Promise<number>;

let state = { sum: 0, n: 0 };

export async function add(u: string) {
  const s = state;
  const v = await measure(u);
  state = { sum: s.sum + v, n: s.n + 1 };
}
