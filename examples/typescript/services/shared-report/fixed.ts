// What is shared has a signal of its own.

export interface Printer {
  print(name: string, signal: AbortSignal): Promise<string>;
}

export class Reports {
  private readonly printing = new Map<string, Promise<string>>();

  constructor(private readonly printer: Printer) {}

  async get(name: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    let report = this.printing.get(name);
    if (!report) {
      report = this.printer.print(name, new AbortController().signal).finally(() => this.printing.delete(name));
      this.printing.set(name, report);
    }
    return report;
  }
}
