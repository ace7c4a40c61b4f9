export function scenario({ Quotes }, { io }) {
  let spareAsked = false;
  const main = { quote: () => io(() => 1) };
  const spare = { quote: () => ((spareAsked = true), io(() => 2)) };
  const quotes = new Quotes(main, spare);
  return {
    calls: [() => quotes.refresh('s')],
    // Once the spare was asked, its answer stands.
    ok: () => !spareAsked || quotes.prices.get('s') === 2,
  };
}
