export function scenario({ Spooler }, { io }) {
  let printing = 0;
  let most = 0;
  const printer = {
    tray: () => io(() => 'A4'),
    begin: () => io(() => void (most = Math.max(most, ++printing))),
    finish: () => io(() => void printing--),
  };
  const spooler = new Spooler(printer);
  return {
    calls: [() => spooler.print('a'), () => spooler.print('b')],
    ok: () => most <= 1,
  };
}
