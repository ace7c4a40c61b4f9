export function scenario({ Recorder }, { io }) {
  const stored = [];
  const sink = {
    insert: (rows) => {
      const sent = [...rows];
      return io(() => void stored.push(...sent));
    },
  };
  const recorder = new Recorder(sink);
  recorder.record('a');
  return {
    calls: [() => recorder.flush(), () => recorder.record('b'), () => io(() => undefined)],
    ok: () => stored.length + recorder.rows.length === 2,
  };
}
