interface Stream {
  close(): void;
}
interface Server {
  open(channel: string): Promise<Stream>;
}

/** The first viewer opens the stream, the last one closes it. */
export class Viewers {
  private count = 0;
  private stream: Stream | undefined;

  constructor(private server: Server) {}

  async join(channel: string): Promise<void> {
    this.count++;
    if (!this.stream) this.stream = await this.server.open(channel);
  }

  leave(): void {
    this.count--;
    if (this.count > 0) return;
    this.stream?.close();
    this.stream = undefined;
  }
}
