interface Subscription {
  cancel(): void;
}
interface Broker {
  subscribe(topic: string, handler: (message: string) => void): Promise<Subscription>;
}

export class Mirror {
  private subscription: Subscription | undefined;
  private generation = 0;
  readonly seen: string[] = [];

  constructor(private broker: Broker) {}

  async start(topic: string): Promise<void> {
    if (this.subscription) return;
    const mine = ++this.generation;
    const subscription = await this.broker.subscribe(topic, (message) => this.seen.push(message));
    if (mine !== this.generation) return subscription.cancel();
    this.subscription = subscription;
  }

  stop(): void {
    this.generation++;
    this.subscription?.cancel();
    this.subscription = undefined;
  }
}
