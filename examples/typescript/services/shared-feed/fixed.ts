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
  private opening: Promise<Stream> | undefined;

  constructor(private server: Server) {}

  async join(channel: string): Promise<void> {
    this.count++;
    if (this.stream) return;
    this.opening ??= this.server.open(channel).finally(() => {
      this.opening = undefined;
    });
    const stream = await this.opening;
    if (this.stream === stream) return;
    if (this.count > 0) this.stream = stream;
    else stream.close();
  }

  leave(): void {
    this.count--;
    if (this.count > 0) return;
    this.stream?.close();
    this.stream = undefined;
  }
}
