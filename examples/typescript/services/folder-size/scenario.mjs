export function scenario({ folderSize }, { io }) {
  const disk = { list: () => io(() => ['a', 'b']), size: () => io(() => 5) };
  return { calls: [() => folderSize(disk, '/')], ok: ([{ value }]) => value === 10 };
}
