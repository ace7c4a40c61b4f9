declare function run(job: string): Promise<void>;

const jobs: string[] = [];

export function submit(job: string) {
  jobs.push(job);
}

export async function drain() {
  for (const j of jobs) await run(j);
}

export function cancel(i: number) {
  jobs.splice(i, 1);
}
