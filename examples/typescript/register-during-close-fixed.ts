interface Sub {
  end(): Promise<void>;
}
declare function connect(topic: string): Promise<Sub>;

export class Hub {
  private subs = new Set<Sub>();
  private closed = false;

  async add(topic: string) {
    if (this.closed) throw new Error('closed');
    const s = await connect(topic);
    if (this.closed) {
      await s.end();
      return;
    }
    this.subs.add(s);
  }

  async close() {
    this.closed = true;
    for (const s of this.subs) await s.end();
    this.subs.clear();
  }
}
