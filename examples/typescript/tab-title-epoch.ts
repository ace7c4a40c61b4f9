declare function render(p: string): Promise<string>;

const view = { page: '', body: '' };
let epoch = 0;

export async function open(p: string) {
  const my = ++epoch;
  const b = await render(p);
  if (my === epoch) {
    view.page = p;
    view.body = b;
  }
}
