interface Source {
  rows(file: string): Promise<number[]>;
}
interface Ledger {
  load(account: string): Promise<number>;
  store(account: string, sum: number): Promise<void>;
}

class Importer {
  constructor(
    private source: Source,
    private ledger: Ledger,
  ) {}

  /** Books the files of a night. */
  async night(account: string, files: string[]): Promise<void> {
    const sums = await Promise.all(files.map((file) => this.sumOf(file)));
    const before = await this.ledger.load(account);
    await this.ledger.store(
      account,
      sums.reduce((all, sum) => all + sum, before),
    );
  }

  private async sumOf(file: string): Promise<number> {
    const rows = await this.source.rows(file);
    return rows.reduce((all, row) => all + row, 0);
  }
}

const nights = new Map<string, Promise<void>>();

/** One night of an account after the other. */
export function importNight(source: Source, ledger: Ledger, account: string, files: string[]): Promise<void> {
  const importer = new Importer(source, ledger);
  const before = nights.get(account) ?? Promise.resolve();
  const mine = before.then(() => importer.night(account, files));
  nights.set(
    account,
    mine.catch(() => undefined),
  );
  return mine;
}
