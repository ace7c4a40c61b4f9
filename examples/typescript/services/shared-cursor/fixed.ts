interface Feed {
  page(cursor: number): Promise<{ items: string[]; next: number }>;
}

export class Reader {
  private cursor = 0;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private feed: Feed) {}

  take(): Promise<string[]> {
    const mine = this.turn.then(() => this.read());
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async read(): Promise<string[]> {
    const { items, next } = await this.feed.page(this.cursor);
    this.cursor = next;
    return items;
  }

  async *all(): AsyncGenerator<string> {
    for (let items = await this.take(); items.length > 0; items = await this.take()) yield* items;
  }
}
