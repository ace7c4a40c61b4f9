interface Lease {
  owner: string;
  epoch: number;
}
interface Leases {
  get(name: string): Promise<Lease | undefined>;
  put(name: string, lease: Lease): Promise<void>;
  compareAndSwap(name: string, epoch: number, lease: Lease): Promise<boolean>;
}

export class Election {
  constructor(private leases: Leases) {}

  /** Says whether the caller leads from now on. */
  async campaign(name: string, me: string): Promise<boolean> {
    const lease = await this.leases.get(name);
    if (lease && lease.owner !== '') return lease.owner === me;
    await this.leases.put(name, { owner: me, epoch: (lease?.epoch ?? 0) + 1 });
    return true;
  }

  async resign(name: string): Promise<void> {
    const lease = await this.leases.get(name);
    if (!lease) return;
    await this.leases.compareAndSwap(name, lease.epoch, { owner: '', epoch: lease.epoch + 1 });
  }
}
