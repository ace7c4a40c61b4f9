// `heddle async` on generated TypeScript: 100,000 lines in one folder, and one file. Services that are right, with one in
// twenty that is not; usage: node bench/async.js [lines]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const heddle = fileURLToPath(new URL('../bin/heddle.js', import.meta.url));
const wanted = Number(process.argv[2] ?? 100_000);

function helper(n) {
  return `export function format${n}(value: string, width: number): string {
  let text = value.trim();
  while (text.length < width) text = ' ' + text;
  return text.slice(0, width);
}
`;
}

function service(n) {
  const body =
    n % 20 === 0
      ? `const before = (await this.store.get(key)) ?? 0;
    await this.store.set(key, before + amount);`
      : `this.tail = this.tail.then(async () => {
      const before = (await this.store.get(key)) ?? 0;
      await this.store.set(key, before + amount);
    });
    await this.tail;`;
  return `interface Store${n} { get(key: string): Promise<number | undefined>; set(key: string, value: number): Promise<void> }
export class Service${n} {
  private tail: Promise<void> = Promise.resolve();
  private calls = 0;
  constructor(private store: Store${n}) {}
  async add(key: string, amount: number): Promise<void> {
    this.calls += 1;
    ${body}
  }
  count(): number { return this.calls; }
}
`;
}

function writeProgram(folder, lines) {
  let written = 0;
  for (let file = 0; written < lines; file++) {
    const parts = file % 4 === 0 ? [service(file / 4)] : [];
    while (parts.join('').split('\n').length < 250) parts.push(helper(`${file}_${parts.length}`));
    const text = parts.join('');
    written += text.split('\n').length;
    mkdirSync(join(folder, `part${file % 20}`), { recursive: true });
    writeFileSync(join(folder, `part${file % 20}`, `file${file}.ts`), text);
  }
  return written;
}

function measure(name, words) {
  const begun = performance.now();
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--max-old-space-size=1024', heddle, 'async', ...words, '--quiet'],
    { encoding: 'utf8' },
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${name}: ${seconds} s, exit ${status}, ${stdout.trim().split('\n').at(-1)}`);
}

const folder = mkdtempSync(join(tmpdir(), 'heddle-async-'));
const lines = writeProgram(folder, wanted);
measure(`${lines} lines`, [folder]);
writeFileSync(join(folder, 'one.ts'), service(20));
measure('one file', [join(folder, 'one.ts')]);
rmSync(folder, { recursive: true });
