declare function size(): Promise<number>;
let total = 0;
export async function add() {
  total += await size();
}
export const shown = () => total;
