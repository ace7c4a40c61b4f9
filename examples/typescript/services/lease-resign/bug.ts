// A renewal that is under way when the lease is given up makes it valid again: nobody clears it any more.

export interface Leases {
  renew(name: string): Promise<boolean>;
  giveUp(name: string): Promise<void>;
}

export class Lease {
  private until = 0;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly leases: Leases,
    private readonly now: () => number,
  ) {
    this.timer = setInterval(() => void this.renew(), 1000);
  }

  isMine(): boolean {
    return this.now() < this.until;
  }

  private async renew(): Promise<void> {
    const asked = this.now();
    if (await this.leases.renew('main')) this.until = asked + 3000;
  }

  async giveUp(): Promise<void> {
    clearInterval(this.timer);
    this.until = 0;
    await this.leases.giveUp('main');
  }
}
