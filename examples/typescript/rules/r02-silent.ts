declare function run(): Promise<void>;
let job: string | null = null;
export async function start() {
  if (job) return;
  job = 'running';
  await run();
  job = null;
}
