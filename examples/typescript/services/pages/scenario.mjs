export function scenario({ Reader }, { io }) {
  const rows = ['a', 'b'];
  const reader = new Reader({ page: (offset) => io(() => rows.slice(offset, offset + 1)) });
  return {
    calls: [() => reader.collect(), () => reader.collect()],
    // Every row is delivered: nothing is skipped and nothing is read past the end.
    ok: (results) => {
      const seen = new Set(results.flatMap(({ value }) => value));
      const twice = results.every(({ value }) => value.length === 2 || value.length === 0);
      return seen.size === 2 && (twice || results.flatMap(({ value }) => value).length === 2);
    },
  };
}
