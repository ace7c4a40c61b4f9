interface Feed {
  page(cursor: number): Promise<{ items: string[]; next: number }>;
}

export class Reader {
  private cursor = 0;

  constructor(private feed: Feed) {}

  async take(): Promise<string[]> {
    const { items, next } = await this.feed.page(this.cursor);
    this.cursor = next;
    return items;
  }

  async *all(): AsyncGenerator<string> {
    for (let items = await this.take(); items.length > 0; items = await this.take()) yield* items;
  }
}
