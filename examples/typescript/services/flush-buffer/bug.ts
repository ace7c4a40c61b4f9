interface Sink {
  insert(rows: readonly string[]): Promise<void>;
}

export class Recorder {
  private readonly rows: string[] = [];

  constructor(private sink: Sink) {
    setInterval(() => void this.flush(), 1000);
  }

  record(row: string): void {
    this.rows.push(row);
  }

  async flush(): Promise<void> {
    if (this.rows.length === 0) return;
    await this.sink.insert(this.rows);
    this.rows.length = 0;
  }
}
