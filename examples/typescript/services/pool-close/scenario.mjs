export function scenario({ Pool }, { io }) {
  let live = 0;
  const driver = {
    connect: () => io(() => (live++, { end: () => io(() => void live--) })),
  };
  const pool = new Pool(driver, 'h');
  return {
    calls: [() => pool.acquire(), () => pool.close()],
    ok: () => live === 0,
  };
}
