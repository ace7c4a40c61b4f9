// A cache that somebody else may have written to: it saves time and never gives a verdict of its own.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heddleHere } from './heddle.js';

let folder: string;

const counter = `public class Counter {
  private int left = 9; private int sold; private final Object mutex = new Object();
  public boolean isOpen() { synchronized (mutex) { return left > 0; } }
  public boolean sell() { if (isOpen()) { synchronized (mutex) { left--; return true; } } return false; }
  public boolean hasRoom() { synchronized (mutex) { return sold < 9; } }
  public boolean take() { if (hasRoom()) { synchronized (mutex) { sold++; return true; } } return false; }
}`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-cache-'));
  writeFileSync(join(folder, 'Counter.java'), counter);
  writeFileSync(
    join(folder, 'm.pds'),
    `initial <p, main>
<p, main> -> <q, f a>
<q, f> -> <q>
<q, a> -> <p, end>
automaton within { q -[f]-> rest rest -[a]-> done final done }
automaton never { q -[end]-> done final done }
`,
  );
  writeFileSync(
    join(folder, 'm.eml'),
    `var x: int; var y: int; lock l;
process P { main { unit { x = 1; x = 2; } synchronized (l) { y = 1; } } }
process Q { main { let a = x; synchronized (l) { unit { y = 2; let b = y; assert b == 2; } } } }`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const checkOf = (file: string, cache: string, ...words: string[]) =>
  heddleHere(['check', file, '--format', 'json', '--cache', cache, ...words], folder);

const check = (cache: string, ...words: string[]) => checkOf('m.eml', cache, ...words);

// biome-ignore lint/suspicious/noExplicitAny: stored answers are data of a stranger here
type Stored = any;

const files = (cache: string) =>
  readdirSync(join(folder, cache), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));

/** Changes every stored answer. */
function poison(cache: string, change: (stored: Stored) => Stored): void {
  for (const file of files(cache)) {
    const path = join(folder, cache, file);
    writeFileSync(path, `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))))}\n`);
  }
}

const essence = (text: string) => {
  const { results, summary } = JSON.parse(text);
  return JSON.stringify({ results, summary }, (key, value) => (key === 'milliseconds' ? 0 : value));
};

describe('a cache', () => {
  it('gives the same report, and says how much was reused', async () => {
    const first = await check('good');
    expect(JSON.parse(first.stdout).reused).toBe(0);
    expect(files('good').length).toBeGreaterThan(0);
    const second = await check('good');
    expect(essence(second.stdout)).toBe(essence(first.stdout));
    expect(second.exit).toBe(first.exit);
    expect(JSON.parse(second.stdout).reused).toBeGreaterThan(0);
    const text = await heddleHere(['check', 'm.eml', '--cache', 'good'], folder);
    expect(text.stdout).toMatch(/\d+ from the cache \(checked again\)/);
  });

  it('keeps what a pushdown system can and cannot reach', async () => {
    const [first, second] = [await checkOf('m.pds', 'reach'), await checkOf('m.pds', 'reach')];
    expect(JSON.parse(first.stdout)).toMatchObject({ reused: 0, summary: { violated: 1, holds: 1 } });
    expect(JSON.parse(second.stdout)).toMatchObject({ reused: 2, summary: { violated: 1, holds: 1 } });
    expect(essence(second.stdout)).toBe(essence(first.stdout));
    expect(second.stderr).not.toContain('asked again');
  });

  it('knows nothing of another text, engine option or seed', async () => {
    await check('other');
    const text = readFileSync(join(folder, 'm.eml'), 'utf8');
    writeFileSync(join(folder, 'm.eml'), text.replace('x = 1', 'x = 7'));
    expect(JSON.parse((await check('other')).stdout).reused).toBe(0);
    writeFileSync(join(folder, 'm.eml'), text);
    expect(JSON.parse((await check('other', '--seed', '9')).stdout).reused).toBe(0);
  });

  const holds = (packed: Stored, keep: (finding: Stored) => boolean) => packed.findings.find(keep);
  const isViolated = ({ verdict }: Stored) => verdict.kind === 'violated';

  const poisons: readonly [string, (packed: Stored) => void][] = [
    ['leaves out the violations', (packed) => only(packed, (finding) => !isViolated(finding))],
    ['is empty', (packed) => only(packed, () => false)],
    [
      'turns a violation into a certified holds',
      (packed) => {
        const certificate = { kind: 'states-local/1', body: { limit: 1000 } };
        packed.certificates = [
          [0, certificate],
          [1, { kind: 'lock-histories/2', body: {} }],
          [2, { kind: 'backward-closed-automaton', body: { transitions: [] } }],
        ];
        for (const [i, finding] of packed.findings.entries())
          if (isViolated(finding)) {
            const { kind } = finding.property;
            packed.certified[i] = ['explore', 'atomicity', 'reach'].indexOf(finding.engine);
            finding.verdict = {
              kind: 'holds',
              scope: { kind: 'all-executions', assumptions: [] },
              certificate: { kind: 'none', because: '' },
            };
            finding.property =
              finding.engine === 'atomicity' ? { ...finding.property, variables: ['x', 'y'] } : finding.property;
            if (finding.engine === 'explore') finding.property = { kind };
          }
      },
    ],
    [
      'turns a violation into an uncertified holds',
      (packed) => {
        for (const finding of packed.findings.filter(isViolated))
          finding.verdict = {
            kind: 'holds',
            scope: { kind: 'all-executions', assumptions: [] },
            certificate: { kind: 'none', because: '' },
          };
      },
    ],
    [
      'tells another execution',
      (packed) => {
        // Steps stand apart, by number.
        for (const way of packed.ways)
          if (way.length > 0) way.at(-1)[0] === way.at(-1)[1] ? way.pop() : way.at(-1)[1]--;
      },
    ],
    [
      'is malformed',
      (packed) => {
        for (const finding of packed.findings) finding.places = 'constructor';
      },
    ],
    [
      'speaks for another engine',
      (packed) => {
        for (const finding of packed.findings) finding.engine = '__proto__';
      },
    ],
    [
      'claims less',
      (packed) => {
        const narrow = holds(
          packed,
          ({ property, verdict }: Stored) => property.kind === 'race' && verdict.kind === 'violated',
        );
        if (narrow) only(packed, (finding) => finding !== narrow);
        else only(packed, () => false);
      },
    ],
  ];

  it.each(
    poisons.flatMap(([what, change]) =>
      ['m.eml', 'Counter.java', 'm.pds'].map((file) => [what, file, change] as const),
    ),
  )('that %s gives no verdict about %s', async (_, file, change) => {
    const honest = await checkOf(file, 'poisoned');
    poison('poisoned', (stored) => {
      change(stored.told.packed);
      return stored;
    });
    const again = await checkOf(file, 'poisoned');
    expect(essence(again.stdout)).toBe(essence(honest.stdout));
    expect(again.exit).toBe(honest.exit);
    rmSync(join(folder, 'poisoned'), { recursive: true });
  });

  it('keeps answers about source code, by the small programs that are asked about', async () => {
    const first = await checkOf('Counter.java', 'java');
    expect(JSON.parse(first.stdout)).toMatchObject({ reused: 0, summary: { violated: 2 } });
    const second = await checkOf('Counter.java', 'java');
    expect(essence(second.stdout)).toBe(essence(first.stdout));
    expect(JSON.parse(second.stdout).reused).toBeGreaterThan(1);
    // Only what the change is about is asked again.
    writeFileSync(join(folder, 'Counter.java'), counter.replace('sold++;', 'sold++; sold++;'));
    const changed = JSON.parse((await checkOf('Counter.java', 'java')).stdout).reused;
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(JSON.parse(second.stdout).reused);
    writeFileSync(join(folder, 'Counter.java'), counter);
  });

  it('says what is asked again', async () => {
    writeFileSync(
      join(folder, 'till.ts'),
      'export class Till { #sum = 0; async add() { const old = this.#sum; await 0; this.#sum = old + 1; } }',
    );
    const first = await checkOf('till.ts', 'script');
    const second = await checkOf('till.ts', 'script');
    expect(essence(second.stdout)).toBe(essence(first.stdout));
    expect(JSON.parse(second.stdout)).toMatchObject({ reused: 0, summary: { holds: 1 } });
    expect(second.stderr).toContain('async is asked again');
  });

  it('takes no answer about another small program', async () => {
    const honest = await checkOf('Counter.java', 'swapped');
    const stored = files('swapped').map((file) => ({
      path: join(folder, 'swapped', file),
      told: JSON.parse(readFileSync(join(folder, 'swapped', file), 'utf8')),
    }));
    expect(stored.length).toBeGreaterThan(1);
    for (const [i, { path, told }] of stored.entries())
      writeFileSync(path, `${JSON.stringify({ ...told, told: stored[(i + 1) % stored.length]!.told.told })}\n`);
    const again = await checkOf('Counter.java', 'swapped');
    expect(essence(again.stdout)).toBe(essence(honest.stdout));
    expect(again.stderr).toContain('HD0016');
  });

  it('that is no JSON is no answer', async () => {
    const honest = await check('garbage');
    for (const file of files('garbage')) writeFileSync(join(folder, 'garbage', file), '{"key":');
    expect(essence((await check('garbage')).stdout)).toBe(essence(honest.stdout));
  });
});

function only(packed: Stored, keep: (finding: Stored) => boolean): void {
  packed.certified = packed.certified.filter((_: number, i: number) => keep(packed.findings[i]));
  packed.ways = packed.ways.filter((_: unknown, i: number) => keep(packed.findings[i]));
  packed.findings = packed.findings.filter(keep);
}
