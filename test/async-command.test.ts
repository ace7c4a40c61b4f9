// `heddle async` and `heddle reproduce` as a user meets them.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { heddleHere, repository } from './heddle.js';

const examples = `${repository}/examples/typescript`;
const folder = mkdtempSync(join(tmpdir(), 'heddle-async-command-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const broken =
  'let n = 0;\nexport async function add(f: () => Promise<number>) { n += await f(); }\nexport const shown = () => n;\n';

describe('heddle async', () => {
  it('walks a folder, counts what it leaves out, and says the place first', async () => {
    write('src/a.ts', broken);
    write('src/a.test.ts', broken);
    write('src/tests/help.ts', broken);
    write('src/types.d.ts', 'export interface T {}');
    write('src/node_modules/x/index.js', broken);
    const { stdout, exit } = await heddleHere(['async', 'src'], folder);
    expect(exit).toBe(1);
    expect(stdout).toContain('src/a.ts:2:55  error[HD6002]: an update of `n` is lost');
    expect(stdout).toContain('1 declaration files');
    expect(stdout).toContain('2 test files');
  });

  it('follows imports of a file that is named alone', async () => {
    write('app/registry.ts', 'export const seen = new Map<string, number>();\n');
    write(
      'app/main.ts',
      "import { seen } from './registry.js';\ndeclare function load(k: string): Promise<number>;\nexport async function bump(k: string) { const n = seen.get(k) ?? 0; const m = await load(k); seen.set(k, n + m); }\n",
    );
    const { stdout, exit } = await heddleHere(['async', 'app/main.ts', '--quiet'], folder);
    expect({ exit, stdout }).toMatchObject({ exit: 1, stdout: expect.stringContaining('HD6002') });
  });

  it('passes over imports of what is no script', async () => {
    write('data/package.json', '{ "version": "1" }');
    write('data/main.ts', `import { version } from './package.json';\n${broken}export { version };\n`);
    expect((await heddleHere(['async', 'data', '--quiet'], folder)).exit).toBe(1);
  });

  it('says when there is no such entry', async () => {
    const { stderr, exit } = await heddleHere(['async', 'token-bucket.ts', '--entry', 'nobody'], examples);
    expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining('there is no entry nobody') });
  });

  it('lists candidates without searching', async () => {
    const { stderr, exit } = await heddleHere(['async', 'token-bucket.ts', '--list-candidates'], examples);
    expect({ exit, stderr }).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('candidate: take() with itself'),
    });
  });

  it('takes what is not followed for unknown, unless it is allowed', async () => {
    write(
      'gap.ts',
      'declare function wrap(f: () => void): void;\nlet n = 0;\nexport async function go() { wrap(() => { n++; }); await 0; }\n',
    );
    expect((await heddleHere(['async', 'gap.ts'], folder)).exit).toBe(3);
    expect((await heddleHere(['async', 'gap.ts', '--allow-unknown'], folder)).exit).toBe(0);
  });
});

describe('what the user says about the code', () => {
  const text = (call: string) =>
    `interface Store { load(k: string): Promise<number>; ${call}(k: string, n: number): Promise<void> }
export async function add(store: Store, k: string) { const n = await store.load(k); await store.${call}(k, n + 1); }
`;

  it('--treat says what a call does', async () => {
    write('treat.ts', text('zap'));
    expect((await heddleHere(['async', 'treat.ts', '--quiet', '--treat', 'zap=write'], folder)).stdout).toContain(
      'HD6002',
    );
    expect(
      (await heddleHere(['async', 'treat.ts', '--quiet', '--treat', 'store.zap=atomic'], folder)).stdout,
    ).toContain('0 violated');
    const { exit, stderr } = await heddleHere(['async', 'treat.ts', '--treat', 'zap'], folder);
    expect({ exit, stderr }).toMatchObject({ exit: 2, stderr: expect.stringContaining("'zap' is not of the form") });
  });

  it('// heddle: unit makes the function a unit of its own', async () => {
    const body = (comment: string) => `declare function io(): Promise<number>;
let n = 0;
${comment}
function put(v: number) { n = v; }
export async function set() { const before = n; await io(); put(before + 1); }
`;
    write('whole.ts', body(''));
    write('apart.ts', body('// heddle: unit'));
    expect((await heddleHere(['async', 'whole.ts', '--quiet'], folder)).stdout).toContain('HD6002');
    expect((await heddleHere(['async', 'apart.ts', '--quiet'], folder)).stdout).toContain('0 violated');
  });

  it('--since leaves out what has not changed', async () => {
    const git = (...words: string[]) => spawnSync('git', ['-C', join(folder, 'since'), ...words], { encoding: 'utf8' });
    write('since/old.ts', broken);
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first');
    const none = await heddleHere(['async', 'since', '--since', 'HEAD'], folder);
    expect(none.stderr).toContain('nothing in this folder has changed since HEAD');
    write('since/new.ts', broken);
    const { stdout } = await heddleHere(['async', 'since', '--since', 'HEAD'], folder);
    expect(stdout).toContain('since/new.ts:2');
    expect(stdout).not.toContain('old.ts');
    expect(stdout).toContain('1 files that have not changed');
    expect((await heddleHere(['async', 'since', '--since', 'nowhere'], folder)).exit).toBe(2);
  });
});

describe('heddle reproduce', () => {
  // Beside the compiler, which the tests need, and where Vitest looks. All examples: reproductions.test.ts.
  const here = mkdtempSync(join(repository, '.heddle-repro-'));
  const bug = join(examples, 'services/wallet/bug.ts');

  afterAll(() => rmSync(here, { recursive: true, force: true }));

  it('writes tests that the runners take as they are: they fail on the bug, and pass on the repair', async () => {
    const report = join(here, 'report.json');
    writeFileSync(join(here, 'vitest.config.mjs'), 'export default {};\n');
    expect((await heddleHere(['async', bug, '--format', 'json', '--output', report], here)).exit).toBe(1);
    for (const [target, words] of [
      ['node', ['--test', '--test-reporter=tap']],
      ['vitest', [join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--root', here]],
    ] as const) {
      const ran = await heddleHere(['reproduce', report, '--result', '1', '--to', target, '--folder', here], here);
      expect(ran).toMatchObject({ exit: 0, stdout: expect.stringContaining('confirmed on your code') });
      const [name] = readdirSync(here).filter((file) => file.endsWith('.test.mjs'));
      const repaired = readFileSync(join(here, name!), 'utf8').replaceAll('wallet/bug.ts', 'wallet/fixed.ts');
      writeFileSync(join(here, 'repaired.test.mjs'), repaired);
      const files = target === 'node' ? [join(here, name!), join(here, 'repaired.test.mjs')] : [];
      const { stdout } = spawnSync(process.execPath, [...words, ...files], {
        encoding: 'utf8',
        cwd: here,
        env: { PATH: process.env['PATH'], NO_COLOR: '1' },
      });
      expect(stdout).toMatch(target === 'node' ? /# pass 1\n# fail 1\n/ : /Tests {2}1 failed \| 1 passed \(2\)/);
      for (const file of readdirSync(here)) if (file.endsWith('.test.mjs')) rmSync(join(here, file));
    }
  });

  it('--confirm marks each finding, in every kind of report', async () => {
    const reports = ['json=c.json', 'sarif=c.sarif', 'html=c.html'].flatMap((target) => ['--report', target]);
    const { stdout } = await heddleHere(['async', bug, '--instances', '2', '--confirm', '--quiet', ...reports], here);
    const test = 'heddle-repro/bug.1.HD6002.test.mjs';
    expect(stdout).toContain(`confirmed on your code: ${test} fails`);
    expect(readFileSync(join(here, 'c.html'), 'utf8')).toContain(`confirmed on your code: ${test} fails`);
    const json = JSON.parse(readFileSync(join(here, 'c.json'), 'utf8'));
    expect(json.results[0]).toMatchObject({ rule: 'HD6002', onCode: { reproduced: true, test } });
    const sarif = JSON.parse(readFileSync(join(here, 'c.sarif'), 'utf8'));
    expect(sarif.runs[0].results[0]).toMatchObject({
      message: { text: expect.stringContaining('confirmed on your code') },
      properties: { onCode: { reproduced: true, test } },
    });
  });

  it('--confirm says why there is no test, and what is written to standard output stays JSON', async () => {
    write(
      'caller.ts',
      'declare function open(): Promise<void>;\nlet n = 0;\nexport async function f(g: () => Promise<number>) { const a = n; await g(); n = a + 1; }\n',
    );
    const { stdout } = await heddleHere(['async', 'caller.ts', '--confirm', '--format', 'json'], folder);
    expect(JSON.parse(stdout).results[0].onCode).toHaveProperty('reproduced');
  });
});

describe('the first five minutes', () => {
  it('both bugs of a shop are found, and nothing else', async () => {
    const { stdout, exit } = await heddleHere(['check', 'src', '--instances', '2'], join(examples, 'shop'));
    expect(exit).toBe(1);
    expect([...stdout.matchAll(/^src\/.*$/gm)].map(([line]) => line.replace(/: it is written.*/, ''))).toEqual([
      `src/carts.ts:23:9  error[HD6002]: an update of \`redis[\`cart:\${user}\`]\` is lost`,
      'src/stock.ts:19:3  error[HD6002]: an update of `left[req.params.sku]` is lost',
    ]);
  });
});
