interface Printer {
  tray(page: string): Promise<string>;
  begin(page: string, tray: string): Promise<void>;
  finish(page: string): Promise<void>;
}

const places = 1;

export class Spooler {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private printer: Printer) {}

  async print(page: string): Promise<void> {
    if (this.busy >= places) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const tray = await this.printer.tray(page);
    this.busy++;
    try {
      await this.printer.begin(page, tray);
      await this.printer.finish(page);
    } finally {
      this.busy--;
      this.waiting.shift()?.();
    }
  }
}
