interface Source {
  page(offset: number): Promise<string[]>;
}

export class Reader {
  private offset = 0;

  constructor(private source: Source) {}

  async *rows(): AsyncGenerator<string> {
    while (true) {
      const batch = await this.source.page(this.offset);
      if (batch.length === 0) return;
      this.offset += batch.length;
      for (const row of batch) yield row;
    }
  }

  async collect(): Promise<string[]> {
    const all: string[] = [];
    for await (const row of this.rows()) all.push(row);
    return all;
  }
}
