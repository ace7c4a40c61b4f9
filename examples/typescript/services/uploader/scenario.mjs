export function scenario({ Uploader }, { io }) {
  const uploader = new Uploader({ put: () => io(() => undefined) });
  return { calls: [() => uploader.send('a'), () => uploader.send('a')], ok: () => uploader.parts('a') === 2 };
}
