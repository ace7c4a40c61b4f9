interface Runner {
  run(job: string): Promise<void>;
}

export class Jobs {
  private active = new Set<Promise<void>>();
  private stopped = false;
  finished = false;

  constructor(private runner: Runner) {}

  async submit(job: string): Promise<void> {
    if (this.stopped) throw new Error('stopped');
    await this.runner.run(`check ${job}`);
    const work = this.runner.run(job).finally(() => this.active.delete(work));
    this.active.add(work);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.active]);
    this.finished = true;
  }
}
