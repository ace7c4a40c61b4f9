declare function f(q: string): Promise<string>;
const view = { query: '', data: '' };
let current = new AbortController();
export async function show(q: string) {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  view.query = q;
  const d = await f(q);
  if (signal.aborted) return;
  view.data = d;
}
