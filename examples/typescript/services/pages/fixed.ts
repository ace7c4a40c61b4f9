interface Source {
  page(offset: number): Promise<string[]>;
}

export class Reader {
  constructor(private source: Source) {}

  async *rows(): AsyncGenerator<string> {
    let offset = 0;
    while (true) {
      const batch = await this.source.page(offset);
      if (batch.length === 0) return;
      offset += batch.length;
      for (const row of batch) yield row;
    }
  }

  async collect(): Promise<string[]> {
    const all: string[] = [];
    for await (const row of this.rows()) all.push(row);
    return all;
  }
}
