import { readFile, writeFile } from 'node:fs/promises';
import { Mutex } from 'async-mutex';

const m = new Mutex();
const file = 'state.json';

function merge(text: string, line: string) {
  return `${text}\n${line}`;
}

export async function append(line: string) {
  const d = await readFile(file, 'utf8');
  await m.runExclusive(async () => {
    await writeFile(file, merge(d, line));
  });
}
