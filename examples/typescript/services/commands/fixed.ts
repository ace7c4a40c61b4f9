interface Rates {
  rate(currency: string): Promise<number>;
}

type Handler = (payload: { currency: string; amount: number }) => Promise<void>;

export class Desk {
  private exposure = 0;
  private readonly handlers: Record<string, Handler>;

  constructor(private readonly rates: Rates) {
    this.handlers = {
      buy: (p) => this.adjust(p.currency, p.amount),
      sell: (p) => this.adjust(p.currency, -p.amount),
    };
  }

  async dispatch(command: string, payload: { currency: string; amount: number }): Promise<void> {
    const handler = this.handlers[command];
    if (!handler) throw new Error(`unknown command ${command}`);
    await handler(payload);
  }

  private async adjust(currency: string, amount: number): Promise<void> {
    const rate = await this.rates.rate(currency);
    this.exposure += amount * rate;
  }

  get total(): number {
    return this.exposure;
  }
}
