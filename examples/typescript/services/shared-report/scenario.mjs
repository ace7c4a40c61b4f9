export function scenario({ Reports }, { io }) {
  const [first, second] = [new AbortController(), new AbortController()];
  const outcomes = [];
  const printer = {
    print: (name, signal) =>
      io(() => {
        if (signal.aborted) throw new Error('aborted');
        return name;
      }),
  };
  const reports = new Reports(printer);
  first.abort();
  return {
    calls: [() => reports.get('r', first.signal), () => reports.get('r', second.signal).then((r) => outcomes.push(r))],
    ok: () => outcomes.length === 1,
  };
}
