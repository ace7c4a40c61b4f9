interface Exchange {
  quote(symbol: string): Promise<number>;
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('too slow')), ms);
    }),
  ]);
}

export class Quotes {
  readonly prices = new Map<string, number>();

  constructor(
    private main: Exchange,
    private spare: Exchange,
  ) {}

  async refresh(symbol: string): Promise<void> {
    try {
      await within(this.load(this.main, symbol), 500);
    } catch {
      await this.load(this.spare, symbol);
    }
  }

  private async load(from: Exchange, symbol: string): Promise<void> {
    const price = await from.quote(symbol);
    this.prices.set(symbol, price);
  }
}
