declare function migrate(): Promise<void>;
let done = false;
export async function setup() {
  if (done) return;
  await migrate();
  done = true;
}
