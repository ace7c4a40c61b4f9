// A renewal that is under way when the lease is given up sees that it was.

export interface Leases {
  renew(name: string): Promise<boolean>;
  giveUp(name: string): Promise<void>;
}

export class Lease {
  private until = 0;
  private isGivenUp = false;
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
    const isRenewed = await this.leases.renew('main');
    if (isRenewed && !this.isGivenUp) this.until = asked + 3000;
  }

  async giveUp(): Promise<void> {
    clearInterval(this.timer);
    this.isGivenUp = true;
    this.until = 0;
    await this.leases.giveUp('main');
  }
}
