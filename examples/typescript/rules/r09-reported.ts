declare function serve(): Promise<void>;
let hits = 0;
export async function handle() {
  const h = hits;
  await serve();
  hits = h + 1;
}
