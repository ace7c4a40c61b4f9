export function scenario({ Catalog }, { io }) {
  let paid = 0;
  const catalog = new Catalog({ products: () => io(() => ['p']) }, { pay: () => io(() => void paid++) });
  return { calls: [() => catalog.list('c'), () => catalog.list('c')], ok: () => paid === 1 };
}
