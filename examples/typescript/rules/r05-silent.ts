declare function size(): Promise<number>;
let total = 0;
export async function add() {
  const n = await size();
  total += n;
}
export const shown = () => total;
