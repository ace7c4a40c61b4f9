// Loads a rate while the desk changes it: the old one is put into the table after it was dropped, and stays there.

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
    const loaded = await this.book.load(currency);
    this.table.put(loaded);
    return loaded;
  }
}

export { Desk } from './desk.ts';
export { RateTable };
