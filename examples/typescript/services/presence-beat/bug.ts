// A beat that is measuring when the member leaves announces it once more.

export interface Directory {
  announce(member: string, load: number): Promise<void>;
  withdraw(member: string): Promise<void>;
}

export class Presence {
  private isHere = true;

  constructor(
    private readonly directory: Directory,
    private readonly measure: () => Promise<number>,
  ) {}

  async beat(member: string): Promise<void> {
    if (!this.isHere) return;
    const load = await this.measure();
    await this.directory.announce(member, load);
  }

  async leave(member: string): Promise<void> {
    this.isHere = false;
    await this.directory.withdraw(member);
  }
}
