export function scenario({ Viewers }, { io }) {
  let open = 0;
  const server = {
    open: () =>
      io(() => {
        open++;
        return { close: () => open-- };
      }),
  };
  const viewers = new Viewers(server);
  return {
    calls: [() => viewers.join('c'), () => viewers.join('c')],
    ok: () => open === 1,
  };
}
