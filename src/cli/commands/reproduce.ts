// `heddle reproduce`: writes tests that show findings on the real code. Each is run once: what does not fail on the code as
// it is shows nothing, and is not kept.

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { ReportEntry } from '../../report/report.js';
import { type ReproTarget, reproTargets, writeRepro } from '../../report/repro/write-repro.js';
import { fail } from '../failure.js';
import { loadReport } from '../files/report-file.js';
import { didYouMean } from '../suggestion.js';

export interface ReproduceOptions {
  readonly result?: string;
  readonly to?: string;
  readonly folder?: string;
}

export function reproduceReport(
  file: string,
  { result, to = 'node', folder = 'heddle-repro' }: ReproduceOptions,
): number {
  const { entries } = loadReport(file);
  if (result !== undefined && !(Number(result) >= 1 && Number(result) <= entries.length))
    fail('HD0006', `--result ${result}: the report has ${entries.length} results`);
  const chosen = entries.filter(
    (entry, i) => entry.finding.verdict.kind === 'violated' && (result === undefined || Number(result) === i + 1),
  );
  if (chosen.length === 0) fail('HD0006', 'there is no violation to reproduce', { file });
  return writeTests(chosen, targetOf(to), folder);
}

export function targetOf(text: string): ReproTarget {
  const target = reproTargets.find((known) => known === text);
  return (
    target ??
    fail('HD0006', `'${text}' is no test runner`, {
      help: `it takes one of ${reproTargets.join(', ')}`,
      ...didYouMean(text, [...reproTargets]),
    })
  );
}

/** Exit 0 iff there is a test for every finding. A test is kept only if it fails on the code as it is. */
export function writeTests(entries: readonly ReportEntry[], target: ReproTarget, folder: string): number {
  let open = 0;
  for (const [i, { finding }] of entries.entries()) {
    const outcome = writeTest(finding, i + 1, target, folder);
    if (outcome.kept)
      process.stdout.write(`${outcome.path}: confirmed on your code: ${finding.rule} ${finding.message}\n`);
    else {
      open++;
      process.stdout.write(
        `not reproduced on your code: ${outcome.because} (confirmed on the model): ${finding.rule} ${finding.message}\n`,
      );
    }
  }
  return open > 0 ? 1 : 0;
}

type Outcome = { readonly kept: true; readonly path: string } | { readonly kept: false; readonly because: string };

function writeTest(finding: ReportEntry['finding'], number: number, target: ReproTarget, folder: string): Outcome {
  const locate = (source: string) => relative(resolve(folder), resolve(source)).replaceAll('\\', '/');
  const trial = writeRepro(finding, { target: 'node', locate });
  if (!trial.ok) return { kept: false, because: trial.error };
  mkdirSync(folder, { recursive: true });
  const attempt = join(folder, nameOf(finding, number, 'node'));
  writeFileSync(attempt, trial.value);
  const fails = failsAsClaimed(attempt);
  if (!fails || target !== 'node') rmSync(attempt);
  if (!fails)
    return { kept: false, because: 'with the values that stand in for the outside, it ends as in some serial order' };
  if (target === 'node') return { kept: true, path: attempt };
  const path = join(folder, nameOf(finding, number, target));
  const written = writeRepro(finding, { target, locate });
  if (written.ok) writeFileSync(path, written.value);
  return { kept: true, path };
}

function nameOf({ rule, places }: ReportEntry['finding'], number: number, target: ReproTarget): string {
  const source = basename(places[0]?.place.file ?? 'finding').replace(/\.[cm]?[jt]sx?$/, '');
  return `${source}.${number}.${rule}.test.${target === 'node' ? 'mjs' : target === 'jest' ? 'mjs' : 'js'}`;
}

/** The test fails on the code as it is, and for the reason that it is there for. */
function failsAsClaimed(file: string): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--test', file], { encoding: 'utf8' });
  return status !== 0 && /this interleaving: /.test(`${stdout}${stderr}`);
}
