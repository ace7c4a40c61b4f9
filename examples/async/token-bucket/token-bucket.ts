declare function audit(n: number): Promise<void>;

let tokens = 5;

export async function take(n: number) {
  if (tokens < n) throw new Error('empty');
  await audit(n);
  tokens = tokens - n;
}
