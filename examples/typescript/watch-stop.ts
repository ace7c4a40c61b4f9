// HD6004: a watcher that begins while the others are being stopped is forgotten, and watches for ever.
interface Source {
  watch(name: string): Promise<{ end(): Promise<void> }>;
}

export class Watchers {
  private watching = false;
  private ends: { end(): Promise<void> }[] = [];

  constructor(private source: Source) {}

  async start(name: string): Promise<void> {
    if (this.watching) return;
    this.watching = true;
    this.ends.push(await this.source.watch(name));
  }

  async stop(): Promise<void> {
    if (!this.watching) return;
    for (const watcher of [...this.ends]) await watcher.end();
    this.ends = [];
    this.watching = false;
  }
}
