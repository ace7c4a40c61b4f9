interface Runner {
  run(job: string): Promise<void>;
}

export class Jobs {
  private active = new Set<Promise<void>>();
  private stopped = false;
  finished = false;

  constructor(private runner: Runner) {}

  submit(job: string): Promise<void> {
    if (this.stopped) return Promise.reject(new Error('stopped'));
    const work = this.perform(job).finally(() => this.active.delete(work));
    this.active.add(work);
    return work;
  }

  private async perform(job: string): Promise<void> {
    await this.runner.run(`check ${job}`);
    await this.runner.run(job);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.active]);
    this.finished = true;
  }
}
