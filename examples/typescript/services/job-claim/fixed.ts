interface Job {
  id: string;
  status: 'pending' | 'running' | 'done';
  payload: string;
}
interface Jobs {
  findOne(filter: { status: string }): Promise<Job | null>;
  update(id: string, change: Partial<Job>): Promise<void>;
  /** Changes the job if it still has the status; says whether it did. */
  updateIf(id: string, status: string, change: Partial<Job>): Promise<boolean>;
}
interface Mailer {
  send(payload: string): Promise<void>;
}

export class Worker {
  constructor(
    private jobs: Jobs,
    private mailer: Mailer,
  ) {}

  async tick(): Promise<boolean> {
    const job = await this.jobs.findOne({ status: 'pending' });
    if (!job) return false;
    const mine = await this.jobs.updateIf(job.id, 'pending', { status: 'running' });
    if (!mine) return false;
    await this.mailer.send(job.payload);
    await this.jobs.update(job.id, { status: 'done' });
    return true;
  }
}
