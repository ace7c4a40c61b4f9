export function scenario({ Upload }, { io }) {
  const upload = new Upload({ put: () => io(() => undefined) }, 'k');
  return { calls: [() => upload.part('ab'), () => upload.part('cde')], ok: () => upload.done === 5 };
}
