interface Api {
  vote(id: string): Promise<void>;
}

export class Votes {
  counts: Record<string, number> = {};

  constructor(private api: Api) {}

  async up(id: string): Promise<void> {
    const before = { ...this.counts };
    this.counts = { ...this.counts, [id]: (this.counts[id] ?? 0) + 1 };
    try {
      await this.api.vote(id);
    } catch (error) {
      this.counts = before;
      throw error;
    }
  }
}
