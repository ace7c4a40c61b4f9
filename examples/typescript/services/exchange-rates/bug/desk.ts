import type { RateBook } from './converter.ts';
import type { RateTable } from './rate-table.ts';

export class Desk {
  constructor(
    private readonly book: RateBook,
    private readonly table: RateTable,
  ) {}

  async change(currency: string, factor: number): Promise<void> {
    await this.book.store({ currency, factor });
    this.table.drop(currency);
  }
}
