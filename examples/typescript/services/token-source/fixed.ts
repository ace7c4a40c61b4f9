interface Auth {
  issue(): Promise<string>;
}

export class TokenSource {
  private pending: Promise<string> | null = null;
  issued = 0;

  constructor(private auth: Auth) {}

  async token(): Promise<string> {
    if (!this.pending) this.pending = this.request();
    const mine = this.pending;
    try {
      return await mine;
    } catch (error) {
      if (this.pending === mine) this.pending = null;
      throw error;
    }
  }

  private async request(): Promise<string> {
    this.issued++;
    return this.auth.issue();
  }

  renew(): void {
    this.pending = this.request();
    this.pending.catch(() => undefined);
  }
}
