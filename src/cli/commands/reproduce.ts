// `heddle reproduce`: writes tests that show findings on the real code, and runs them when asked to.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { ReportEntry } from '../../report/report.js';
import { type ReproTarget, reproTargets, writeRepro } from '../../report/repro/write-repro.js';
import { fail } from '../failure.js';
import { loadReport } from '../report-file.js';
import { didYouMean } from '../suggestion.js';

export interface ReproduceOptions {
  readonly result?: string;
  readonly to?: string;
  readonly folder?: string;
  readonly confirm?: boolean;
}

export function reproduceReport(file: string, { result, to = 'node', folder = 'heddle-repro', confirm }: ReproduceOptions): number {
  const { entries } = loadReport(file);
  if (result !== undefined && !(Number(result) >= 1 && Number(result) <= entries.length))
    fail('HD0006', `--result ${result}: the report has ${entries.length} results`);
  const chosen = entries.filter((entry, i) => entry.finding.verdict.kind === 'violated' && (result === undefined || Number(result) === i + 1));
  if (chosen.length === 0) fail('HD0006', 'there is no violation to reproduce', { file });
  return writeTests(chosen, targetOf(to), folder, confirm === true);
}

export function targetOf(text: string): ReproTarget {
  const target = reproTargets.find((known) => known === text);
  return target ?? fail('HD0006', `'${text}' is no test runner`, { help: `it takes one of ${reproTargets.join(', ')}`, ...didYouMean(text, [...reproTargets]) });
}

/** Exit 0 iff every finding could be written (and, with `confirm`, every test fails on the code as it is). */
export function writeTests(entries: readonly ReportEntry[], target: ReproTarget, folder: string, confirm: boolean): number {
  let open = 0;
  for (const [i, { finding }] of entries.entries()) {
    const name = nameOf(finding, i + 1, target);
    const path = join(folder, name);
    const locate = (source: string) => relative(resolve(folder), resolve(source)).replaceAll('\\', '/');
    const written = writeRepro(finding, { target, locate });
    if (!written.ok) {
      open++;
      process.stdout.write(`${finding.rule} ${finding.message}: confirmed on the model only: ${written.error}\n`);
      continue;
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, written.value);
    const outcome = confirm ? confirmed(path, target) : undefined;
    if (outcome === false) open++;
    const words = outcome === undefined ? 'written' : outcome ? 'confirmed on your code' : 'not reproduced (kept as possible)';
    process.stdout.write(`${path}: ${words}: ${finding.rule} ${finding.message}\n`);
  }
  return open > 0 ? 1 : 0;
}

function nameOf({ rule, places }: ReportEntry['finding'], number: number, target: ReproTarget): string {
  const source = basename(places[0]?.place.file ?? 'finding').replace(/\.[cm]?[jt]sx?$/, '');
  return `${source}.${number}.${rule}.test.${target === 'node' ? 'mjs' : target === 'jest' ? 'mjs' : 'js'}`;
}

const commands: Readonly<Record<ReproTarget, (file: string) => readonly string[]>> = {
  node: (file) => [process.execPath, '--test', file],
  vitest: (file) => ['npx', 'vitest', 'run', file],
  jest: (file) => ['npx', 'jest', file],
};

/** The test fails on the code as it is. */
function confirmed(file: string, target: ReproTarget): boolean {
  const [command, ...words] = commands[target](file);
  const { status, stdout, stderr } = spawnSync(command!, words, { encoding: 'utf8' });
  return status !== 0 && /this interleaving: /.test(`${stdout}${stderr}`);
}
