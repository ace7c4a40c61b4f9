declare function f(q: string): Promise<string>;
const view = { query: '', data: '' };
export async function show(q: string) {
  view.query = q;
  const d = await f(q);
  view.data = d;
}
