declare function measure(u: string): Promise<number>;

let state = { sum: 0, n: 0 };

export async function add(u: string) {
  const v = await measure(u);
  state = { sum: state.sum + v, n: state.n + 1 };
}
