declare function render(p: string): Promise<string>;

const view = { page: '', body: '' };

export async function open(p: string) {
  view.page = p;
  view.body = await render(p);
}
