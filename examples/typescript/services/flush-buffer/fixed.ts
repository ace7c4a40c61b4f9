interface Sink {
  insert(rows: readonly string[]): Promise<void>;
}

export class Recorder {
  private rows: string[] = [];

  constructor(private sink: Sink) {
    setInterval(() => void this.flush(), 1000);
  }

  record(row: string): void {
    this.rows.push(row);
  }

  async flush(): Promise<void> {
    if (this.rows.length === 0) return;
    const taken = this.rows;
    this.rows = [];
    try {
      await this.sink.insert(taken);
    } catch {
      this.rows = [...taken, ...this.rows];
    }
  }
}
