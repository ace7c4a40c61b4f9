interface Disk {
  list(folder: string): Promise<string[]>;
  size(file: string): Promise<number>;
}

export async function folderSize(disk: Disk, folder: string): Promise<number> {
  const files = await disk.list(folder);
  let total = 0;
  await Promise.all(
    files.map(async (file) => {
      const size = await disk.size(file);
      total = total + size;
    }),
  );
  return total;
}
