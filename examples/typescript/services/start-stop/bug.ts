interface Subscription {
  cancel(): void;
}
interface Broker {
  subscribe(topic: string, handler: (message: string) => void): Promise<Subscription>;
}

export class Mirror {
  private subscription: Subscription | undefined;
  readonly seen: string[] = [];

  constructor(private broker: Broker) {}

  async start(topic: string): Promise<void> {
    if (this.subscription) return;
    this.subscription = await this.broker.subscribe(topic, (message) => this.seen.push(message));
  }

  stop(): void {
    this.subscription?.cancel();
    this.subscription = undefined;
  }
}
