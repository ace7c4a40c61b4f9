// The repair: what was there is taken away first; a watcher that comes too late ends itself.
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
    const watcher = await this.source.watch(name);
    if (this.watching) this.ends.push(watcher);
    else await watcher.end();
  }

  async stop(): Promise<void> {
    if (!this.watching) return;
    this.watching = false;
    const ends = this.ends;
    this.ends = [];
    for (const watcher of ends) await watcher.end();
  }
}
