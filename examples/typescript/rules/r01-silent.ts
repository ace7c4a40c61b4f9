declare function f(): Promise<void>;
let s: string | null = 'open';
export async function reset() {
  if (s) {
    await f();
    if (s) s = null;
  }
}
export function set(v: string) {
  s = v;
}
