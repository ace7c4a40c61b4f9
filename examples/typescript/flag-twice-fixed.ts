// The repair: whoever is woken looks again.
interface Port {
  send(text: string): Promise<void>;
}

export class Printer {
  private busy = false;
  private idle: Promise<void> = Promise.resolve();

  constructor(private port: Port) {}

  async print(text: string): Promise<void> {
    while (this.busy) await this.idle;
    this.busy = true;
    let done!: () => void;
    this.idle = new Promise((resolve) => (done = resolve));
    try {
      await this.port.send(text);
    } finally {
      this.busy = false;
      done();
    }
  }
}
