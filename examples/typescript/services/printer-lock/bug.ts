interface Printer {
  page(text: string): Promise<void>;
}

export class PrintQueue {
  private busy = false;
  private waiting: (() => void)[] = [];
  private pages = 0;

  constructor(private printer: Printer) {}

  private async enter(): Promise<void> {
    if (this.busy) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.busy = true;
  }

  private leave(): void {
    this.busy = false;
    for (const wake of this.waiting.splice(0)) wake();
  }

  async print(text: string): Promise<number> {
    await this.enter();
    try {
      const number = this.pages + 1;
      await this.printer.page(`${number}: ${text}`);
      this.pages = number;
      return number;
    } finally {
      this.leave();
    }
  }
}
