// After measuring it looks again whether the member is still here; who leaves waits for what is on its way.

export interface Directory {
  announce(member: string, load: number): Promise<void>;
  withdraw(member: string): Promise<void>;
}

export class Presence {
  private isHere = true;
  private sent: Promise<void> = Promise.resolve();

  constructor(
    private readonly directory: Directory,
    private readonly measure: () => Promise<number>,
  ) {}

  async beat(member: string): Promise<void> {
    if (!this.isHere) return;
    const load = await this.measure();
    if (!this.isHere) return;
    this.sent = this.directory.announce(member, load);
    await this.sent;
  }

  async leave(member: string): Promise<void> {
    this.isHere = false;
    await this.sent;
    await this.directory.withdraw(member);
  }
}
