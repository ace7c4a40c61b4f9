// Only the first of those that were refused goes on to the next key.

export interface Keys {
  key(generation: number): Promise<string>;
}

export interface Inbox {
  deliver(letter: string, key: string): Promise<void>;
}

export class Courier {
  private generation = 0;

  constructor(
    private readonly keys: Keys,
    private readonly inbox: Inbox,
  ) {}

  async send(letter: string): Promise<void> {
    const used = this.generation;
    const key = await this.keys.key(used);
    try {
      await this.inbox.deliver(letter, key);
    } catch {
      if (this.generation === used) this.generation++;
      await this.inbox.deliver(letter, await this.keys.key(this.generation));
    }
  }
}
