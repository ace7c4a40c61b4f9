export interface Files {
  readFile(path: string): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
}

interface Entry {
  id: string;
  amount: number;
}

export class Ledger {
  constructor(
    private files: Files,
    private path = 'ledger.json',
  ) {}

  private async entries(): Promise<Entry[]> {
    const text = await this.files.readFile(this.path);
    return JSON.parse(text || '[]');
  }

  async record(entry: Entry): Promise<void> {
    const all = await this.entries();
    all.push(entry);
    await this.files.writeFile(this.path, JSON.stringify(all));
  }

  async total(): Promise<number> {
    const all = await this.entries();
    return all.reduce((sum, { amount }) => sum + amount, 0);
  }
}
