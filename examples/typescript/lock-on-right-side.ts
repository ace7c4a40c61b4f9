import { readFile, writeFile } from 'node:fs/promises';
import { Mutex } from 'async-mutex';

const m = new Mutex();
const file = 'state.json';

function merge(text: string, line: string) {
  return `${text}\n${line}`;
}

export async function append(line: string) {
  await m.runExclusive(async () => {
    const d = await readFile(file, 'utf8');
    await writeFile(file, merge(d, line));
  });
}
