// Every reproduction test that is written for an example fails on it and passes on its repair, in the forms of all three
// runners; where none can be written, that is listed with its reason. The checks are called here, in one process;
// that the runners take the files as they are is shown on one of them (async-command.test.ts).

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { sampleScale } from '../src/base/testing/sample-scale.js';
import { violationFinding } from '../src/engines/async/findings.js';
import { analyse, filesOf } from '../src/engines/async/testing/analyse.js';
import type { Trial } from '../src/report/repro/trials.js';
import { type ReproTarget, writeRepro, writeScout } from '../src/report/repro/write-repro.js';
import type { Finding } from '../src/verdict/verdict.js';
import { repository } from './heddle.js';

const examples = `${repository}/examples/typescript`;
// Beside the compiler, which the tests need; and not transformed by Vitest.
const folder = mkdtempSync(join(repository, 'node_modules', '.heddle-repro-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Pair {
  readonly bug: string;
  readonly fixed: string;
  /** Why there is no test. */
  readonly because?: string;
}

const listed: Pair[] = JSON.parse(readFileSync(`${examples}/reproductions.json`, 'utf8'));
const services = readdirSync(`${examples}/services`)
  .sort()
  .map((service): Pair => {
    const end = existsSync(`${examples}/services/${service}/bug.ts`) ? '.ts' : '';
    return { bug: `services/${service}/bug${end}`, fixed: `services/${service}/fixed${end}` };
  })
  .filter(({ bug }) => listed.every((pair) => pair.bug !== bug));

let written = 0;

async function imported(name: string, text: string): Promise<{ check?: () => Promise<void> }> {
  const file = join(folder, `${++written}-${name}`);
  writeFileSync(file, text);
  return await import(pathToFileURL(file).href);
}

/** The runner's part is taken away: the check itself is called. */
async function checkOf(text: string, target: ReproTarget): Promise<() => Promise<void>> {
  if (target !== 'jest') {
    const bare = text.replace(/^import \{ test \} from .*$/m, '').replace(/^test\(.*$/m, 'export { check };');
    return (await imported('check.mjs', bare)).check!;
  }
  const file = join(folder, `${++written}-check.cjs`);
  writeFileSync(file, `module.exports = (test) => {${text}\n};`);
  let given: (() => Promise<void>) | undefined;
  createRequire(import.meta.url)(file)((_title: string, check: () => Promise<void>) => {
    given = check;
  });
  return given!;
}

/** The trial that shows it; or why there is none. */
async function trialOf(finding: Finding): Promise<Trial | string> {
  const scout = writeScout(finding, (source) => relative(folder, source));
  if (!scout.ok) return scout.error;
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => said.push(String(line)));
  await imported('scout.mjs', scout.value.text);
  log.mockRestore();
  const number = said.map((line) => /^trial (\d+)$/.exec(line)?.[1]).find((each) => each !== undefined);
  return number === undefined ? `no trial shows it ${said.join()}` : scout.value.trials[Number(number)]!;
}

function findingsOf(path: string): Finding[] {
  const { script, found } = analyse(filesOf(`${examples}/${path}`), 30);
  return found.map((each) => violationFinding(script, each, 1));
}

/** In CI both forms of each; in a check one or the other, half of the examples each. */
function targetsOf({ message }: Finding): readonly ReproTarget[] {
  const both: readonly ReproTarget[] = ['node', 'jest'];
  return sampleScale < 1 ? [both[message.length % 2]!] : both;
}

describe('the test that is written', () => {
  it.each([...listed, ...services])('$bug: fails on it, and passes on $fixed', async ({ bug, fixed, because }) => {
    const findings = findingsOf(bug);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) {
      const trial = await trialOf(finding);
      if (because !== undefined || typeof trial === 'string') {
        expect(trial).toBe(because);
        continue;
      }
      const locate = (source: string) => relative(folder, source);
      const forVitest = writeRepro(finding, { target: 'vitest', locate, trial });
      expect(forVitest.replace("from 'vitest'", "from 'node:test'")).toBe(
        writeRepro(finding, { target: 'node', locate, trial }),
      );
      for (const target of targetsOf(finding)) {
        const text = writeRepro(finding, { target, locate, trial });
        await expect((await checkOf(text, target))()).rejects.toThrow('this interleaving: ');
        const repaired = text.replaceAll(`typescript/${bug}`, `typescript/${fixed}`);
        expect(repaired).not.toBe(text);
        await expect((await checkOf(repaired, target))()).resolves.toBeUndefined();
      }
    }
  });
});
