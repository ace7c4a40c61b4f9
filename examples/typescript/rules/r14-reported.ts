declare function size(f: string): Promise<number>;
export async function total(files: string[]) {
  let sum = 0;
  await Promise.all(
    files.map(async (f) => {
      sum = sum + (await size(f));
    }),
  );
  return sum;
}
