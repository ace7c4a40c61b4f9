interface Broker {
  sendAll(messages: string[]): Promise<void>;
}

export class Outbox {
  private queue: string[] = [];

  constructor(private broker: Broker) {}

  enqueue(message: string): void {
    this.queue.push(message);
  }

  async flush(): Promise<void> {
    if (this.queue.length === 0) return;
    const batch = this.queue;
    this.queue = [];
    await this.broker.sendAll(batch);
  }
}
