// Callers share the report that is being made, and with it the first caller's signal: when that one gives up, all fail.

export interface Printer {
  print(name: string, signal: AbortSignal): Promise<string>;
}

export class Reports {
  private readonly printing = new Map<string, Promise<string>>();

  constructor(private readonly printer: Printer) {}

  async get(name: string, signal: AbortSignal): Promise<string> {
    let report = this.printing.get(name);
    if (!report) {
      report = this.printer.print(name, signal).finally(() => this.printing.delete(name));
      this.printing.set(name, report);
    }
    return report;
  }
}
