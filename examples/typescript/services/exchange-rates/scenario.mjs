export const entry = 'converter.ts';

export function scenario({ Converter, Desk, RateTable }, { io }) {
  const stored = new Map([['EUR', 1]]);
  const book = {
    // What was read is some time on its way.
    load: (currency) => io(() => ({ currency, factor: stored.get(currency) })).then((rate) => io(() => rate)),
    store: ({ currency, factor }) => io(() => void stored.set(currency, factor)),
  };
  const table = new RateTable();
  const converter = new Converter(book, table);
  const desk = new Desk(book, table);
  const isCurrent = () => (table.get('EUR')?.factor ?? stored.get('EUR')) === stored.get('EUR');
  return { calls: [() => converter.rate('EUR'), () => desk.change('EUR', 2)], ok: isCurrent };
}
