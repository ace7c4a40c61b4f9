declare function prep(): Promise<void>;
let job: string | null = null;
export async function start() {
  if (job) return;
  await prep();
  job = 'running';
}
