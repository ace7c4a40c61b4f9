export interface Files {
  readFile(path: string): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
}

interface Entry {
  id: string;
  amount: number;
}

export class Ledger {
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private files: Files,
    private path = 'ledger.json',
  ) {}

  private async entries(): Promise<Entry[]> {
    const text = await this.files.readFile(this.path);
    return JSON.parse(text || '[]');
  }

  record(entry: Entry): Promise<void> {
    const next = this.writing.then(async () => {
      const all = await this.entries();
      all.push(entry);
      await this.files.writeFile(this.path, JSON.stringify(all));
    });
    this.writing = next.catch(() => {});
    return next;
  }

  async total(): Promise<number> {
    const all = await this.entries();
    return all.reduce((sum, { amount }) => sum + amount, 0);
  }
}
