interface Feed {
  fetchSince(cursor: number): Promise<{ id: number }[]>;
}
interface Sink {
  publish(id: number): Promise<void>;
}

export class Poller {
  private cursor = 0;
  private running = false;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private feed: Feed,
    private sink: Sink,
  ) {}

  start() {
    this.timer = setInterval(() => void this.tick(), 1000);
  }

  stop() {
    clearInterval(this.timer);
  }

  private async tick() {
    if (this.running) return;
    this.running = true;
    try {
      const items = await this.feed.fetchSince(this.cursor);
      for (const item of items) {
        await this.sink.publish(item.id);
      }
      this.cursor = this.cursor + items.length;
    } finally {
      this.running = false;
    }
  }
}
