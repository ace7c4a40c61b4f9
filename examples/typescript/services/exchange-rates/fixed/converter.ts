// A rate that was dropped while it was loaded is not put into the table.

import { type Rate, RateTable } from './rate-table.ts';

export interface RateBook {
  load(currency: string): Promise<Rate>;
  store(rate: Rate): Promise<void>;
}

export class Converter {
  constructor(
    private readonly book: RateBook,
    private readonly table: RateTable,
  ) {}

  async rate(currency: string): Promise<Rate> {
    const known = this.table.get(currency);
    if (known) return known;
    const { version } = this.table;
    const loaded = await this.book.load(currency);
    if (version === this.table.version) this.table.put(loaded);
    return loaded;
  }
}

export { Desk } from './desk.ts';
export { RateTable };
