// HD6001: what is opened while the old client is being closed is forgotten, and stays open for ever.
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
    await this.opening.catch(() => undefined);
    this.opening = undefined;
    await this.client?.close();
    this.client = undefined;
  }
}
