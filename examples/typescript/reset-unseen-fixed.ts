// The repair: only the own one is reset.
interface Dialer {
  dial(url: string): Promise<{ end(): Promise<void> }>;
}

export class Link {
  private opening?: Promise<{ end(): Promise<void> }>;

  constructor(
    private dialer: Dialer,
    private url: string,
  ) {}

  open(): Promise<{ end(): Promise<void> }> {
    if (this.opening) return this.opening;
    const mine = this.dialer.dial(this.url);
    this.opening = mine;
    mine.catch(() => {
      if (this.opening === mine) this.opening = undefined;
    });
    return mine;
  }

  async moveTo(url: string): Promise<void> {
    this.url = url;
    const old = this.opening;
    this.opening = undefined;
    const link = await old?.catch(() => undefined);
    await link?.end();
  }
}
