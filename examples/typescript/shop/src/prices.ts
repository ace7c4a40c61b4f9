// Prices are loaded once, and again on demand; whoever asks meanwhile waits for the same answer.
interface Catalogue {
  load(): Promise<Record<string, number>>;
}

declare const catalogue: Catalogue;

let loading: Promise<Record<string, number>> | undefined;
let generation = 0;

export function loadPrices(): Promise<Record<string, number>> {
  const mine = ++generation;
  loading = catalogue.load().catch((error) => {
    if (mine === generation) loading = undefined;
    throw error;
  });
  return loading;
}

export async function priceOf(sku: string): Promise<number | undefined> {
  const prices = await (loading ?? loadPrices());
  return prices[sku];
}
