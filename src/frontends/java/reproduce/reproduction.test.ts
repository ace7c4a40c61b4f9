// Where a JDK is at hand: the scripted reproduction of a finding, compiled and run, shows it on the real code.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { nodePlatform } from '../../../cli/platform.js';
import { loadJavaParser } from '../syntax/parse-java.js';
import { askJava, violationsOf } from '../testing/ask-java.js';
import { reproduceFinding } from './reproduction.js';

const hasJdk = spawnSync('javac', ['-version']).status === 0;
const bytes = (name: string) => nodePlatform.packageBytes!(name);
/** For programs that run for seconds only. */
const quickly = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
const short = ['design/03/Range', 'reports/contains-put-bug/Registry', 'breadth/retry-bug/Seats'];
/** Each runs a JVM: the last two only where samples are taken in full. */
const shown = sampleScale < 1 ? short : [...short, 'design/05/Sessions', 'reports/append-bug/Text'];

async function reproductionOf(path: string) {
  const text = readFileSync(new URL(`../../../../examples/java/${path}.java`, import.meta.url), 'utf8');
  const file = `${path.split('/').at(-1)}.java`;
  const [finding] = violationsOf(await askJava(text, [], file));
  const parse = await loadJavaParser(async () => ({
    engine: await bytes('web-tree-sitter.wasm'),
    grammar: await bytes('tree-sitter-java.wasm'),
  }));
  return reproduceFinding(parse, finding!, [{ file, text }]);
}

describe('reproductions', () => {
  it.each(shown)('%s is shown on the real code', async (path) => {
    const made = await reproductionOf(path);
    expect(typeof made).not.toBe('string');
    if (typeof made === 'string') return;
    expect(made.form).toBe('scripted');
    if (!hasJdk) {
      process.stderr.write('no JDK: the reproduction was not run\n');
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'heddle-reproduce-'));
    for (const { name, text } of made.files) writeFileSync(join(folder, name), text);
    const names = made.files.map(({ name }) => join(folder, name));
    const compiled = spawnSync(
      'javac',
      [...quickly.map((flag) => `-J${flag}`), '-nowarn', '-proc:none', '-d', join(folder, 'out'), ...names],
      {
        encoding: 'utf8',
      },
    );
    expect(compiled.status, compiled.stderr).toBe(0);
    const run = spawnSync('java', [...quickly, '-cp', join(folder, 'out'), 'Reproduce'], {
      encoding: 'utf8',
    });
    expect(run.stdout).toContain('SHOWN');
    rmSync(folder, { recursive: true });
  });

  it('keeps the lines of the class', async () => {
    const made = await reproductionOf('design/03/Range');
    if (typeof made === 'string') throw new Error(made);
    const original = readFileSync(new URL('../../../../examples/java/design/03/Range.java', import.meta.url), 'utf8');
    const copy = made.files.find(({ name }) => name === 'Range.java')!.text;
    expect(copy).toContain('Heddle.at();');
    expect(copy.split('\n').length).toBe(original.split('\n').length);
  });
});
