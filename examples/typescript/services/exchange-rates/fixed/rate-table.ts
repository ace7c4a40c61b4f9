export interface Rate {
  readonly currency: string;
  readonly factor: number;
}

export class RateTable {
  private readonly rates = new Map<string, Rate>();

  private drops = 0;

  /** Another one after each rate that was dropped. */
  get version(): number {
    return this.drops;
  }

  get(currency: string): Rate | undefined {
    return this.rates.get(currency);
  }

  put(rate: Rate): void {
    this.rates.set(rate.currency, rate);
  }

  drop(currency: string): void {
    this.drops++;
    this.rates.delete(currency);
  }
}
