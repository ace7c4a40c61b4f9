declare function f(q: string): Promise<string>;
const view = { query: '', data: '' };
let seq = 0;
export async function show(q: string) {
  view.query = q;
  const id = ++seq;
  const d = await f(q);
  if (id === seq) view.data = d;
}
