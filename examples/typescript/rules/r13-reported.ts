declare function work(): Promise<void>;
let mode: 'a' | 'b' = 'a';
export async function run(fast: boolean) {
  const m = mode;
  if (fast) await work();
  if (fast) mode = m === 'a' ? 'b' : 'a';
}
