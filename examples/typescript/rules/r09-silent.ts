declare function serve(): Promise<void>;
let hits = 0;
export async function handle() {
  await serve();
  hits++;
}
export const shown = () => hits;
