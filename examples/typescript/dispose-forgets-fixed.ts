// The repair: the client is taken away before it is closed.
interface Client {
  find(key: string): Promise<string>;
  close(): Promise<void>;
}

export class Documents {
  private opening?: Promise<Client>;
  private client?: Client;

  constructor(private dialer: { dial(): Promise<Client> }) {}

  async get(key: string): Promise<string> {
    const client = await this.open();
    return client.find(key);
  }

  private open(): Promise<Client> {
    this.opening ??= (async () => {
      const client = await this.dialer.dial();
      this.client = client;
      return client;
    })();
    return this.opening;
  }

  async dispose(): Promise<void> {
    if (!this.opening) return;
    const opening = this.opening;
    this.opening = undefined;
    const client = await opening.catch(() => undefined);
    if (this.client === client) this.client = undefined;
    await client?.close();
  }
}
