// Source code in parts: classes and modules go to several workers, runs and clusters keep them one by one, and what is found is
// what is found in the whole. The same program with and without a long comment is asked in parts and as a whole.

import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heddleHere } from './heddle.js';

let folder: string;

/** Two classes inherit one fault, which is told once; one is correct; one has faults of its own. */
const java = {
  'Base.java': 'class Base { protected int count; }\n',
  'First.java': `class First extends Base implements Runnable { private final Object lock = new Object();
  void add() { synchronized (lock) { count++; } } void plain() { count++; }
  public void run() { add(); plain(); } void start() { new Thread(this).start(); } }\n`,
  'Second.java': `class Second extends Base implements Runnable { private final Object lock = new Object();
  void add() { synchronized (lock) { count++; } } void plain() { count++; }
  public void run() { add(); plain(); } void start() { new Thread(this).start(); } }\n`,
  'Safe.java': `class Safe implements Runnable { private int x; synchronized void set(int v) { x = v; } synchronized int get() { return x; }
  public void run() { set(get() + 1); } void start() { new Thread(this).start(); } }\n`,
  'Stock.java': `class Stock implements Runnable { private int left = 10; private int sold;
  synchronized boolean has() { return left > 0; } synchronized void take() { left--; sold++; }
  void sell() { if (has()) take(); } public void run() { sell(); } void start() { new Thread(this).start(); } }\n`,
};

const typescript = {
  'wallet.ts': `let money = 10; declare function pay(n: number): Promise<void>;
export async function spend(n: number) { if (money >= n) { await pay(n); money -= n; } }\n`,
  'again.ts': `import { spend } from './wallet.js';\nexport async function spendTwice(n: number) { await spend(n); await spend(n); }\n`,
  'once.ts': `let done: Promise<number> | undefined; declare function load(): Promise<number>;
export function once() { done ??= load(); return done; }\n`,
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-parts-'));
  for (const [name, files] of Object.entries({ java, typescript }))
    for (const form of ['whole', 'parts']) {
      const place = join(folder, form, name);
      mkdirSync(place, { recursive: true });
      for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
      if (form === 'parts') appendFileSync(join(place, Object.keys(files)[0]!), `// ${'x'.repeat(20_000)}\n`);
    }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check = async (form: string, name: string, ...words: string[]) => {
  const { stdout, exit } = await heddleHere(
    ['check', name, '--format', 'json', '--quiet', ...words],
    join(folder, form),
  );
  return { exit, report: JSON.parse(stdout) };
};

/** Without times, the command and the hashes of inputs. */
const plain = (value: unknown) => {
  const drop = new Set(['milliseconds', 'command', 'sha256', 'bytes', 'model']);
  return JSON.stringify(value, (key, part) => (drop.has(key) ? 0 : part));
};

const inAnyOrder = (results: readonly unknown[]) => results.map(plain).sort();

const answered = (run: string): string[] =>
  readFileSync(join(folder, 'parts', run, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .flatMap(({ key, told }) => (told.kind === 'ended' ? [key] : []));

describe.each(['java', 'typescript'])('a large program in %s', (name) => {
  it('says in parts what it says as a whole', async () => {
    const whole = await check('whole', name);
    const parts = await check('parts', name, '--jobs', '1');
    expect(whole.report.results.some(({ verdict }: { verdict: string }) => verdict === 'violated')).toBe(true);
    expect(inAnyOrder(parts.report.results)).toEqual(inAnyOrder(whole.report.results));
    expect(plain(parts.report.skipped)).toBe(plain(whole.report.skipped));
    expect(parts.exit).toBe(whole.exit);
  });

  it('has the same report on several workers', async () => {
    const one = await check('parts', name, '--jobs', '1');
    expect(plain((await check('parts', name, '--jobs', '2')).report)).toBe(plain(one.report));
  });

  it('is kept part by part in a run, and goes on where parts are missing', async () => {
    const run = `run-${name}`;
    const first = await check('parts', name, '--run', run);
    const all = answered(run);
    expect(all.length).toBeGreaterThan(5);
    const journal = join(folder, 'parts', run, 'journal.jsonl');
    const lines = readFileSync(journal, 'utf8').split('\n');
    const isOf = (key: string) => (line: string) => line.includes(`"key":"${key}"`);
    writeFileSync(journal, lines.filter((line) => !isOf(all[1]!)(line)).join('\n'));
    const again = await check('parts', name, '--run', run);
    expect(plain(again.report)).toBe(plain(first.report));
    const asked = answered(run).slice(all.length - 1);
    // The part, what is answered with it, and what is concluded from it; not the others.
    expect(asked).toContain(all[1]);
    expect(asked.length).toBeLessThan(all.length / 2);
    expect(answered(run).length).toBe(all.length - 1 + asked.length);
  });
});
