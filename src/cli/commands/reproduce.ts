// `heddle reproduce`: writes tests that show findings on the real code. Each is run once: what does not fail on the code as
// it is shows nothing, and is not kept.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import type { OnCode, ReportEntry } from '../../report/report.js';
import { type ReproTarget, reproTargets, writeRepro, writeScout } from '../../report/repro/write-repro.js';
import { describeOnCode } from '../../report/wording.js';
import { fail } from '../failure.js';
import { loadReport } from '../files/report-file.js';
import { didYouMean } from '../suggestion.js';
import { failsAsClaimed, tryAll } from './trial-runs.js';

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
function writeTests(entries: readonly ReportEntry[], target: ReproTarget, folder: string): number {
  let open = 0;
  for (const [i, { finding }] of entries.entries()) {
    const outcome = writeTest(finding, i + 1, target, folder);
    if (!outcome.reproduced) open++;
    process.stdout.write(`${describeOnCode(outcome).join('')}: ${finding.rule} ${finding.message}\n`);
  }
  return open > 0 ? 1 : 0;
}

export function writeTest(
  finding: ReportEntry['finding'],
  number: number,
  target: ReproTarget,
  folder: string,
): OnCode {
  const locate = (source: string) => relative(resolve(folder), resolve(source)).replaceAll('\\', '/');
  const scout = writeScout(finding, locate);
  if (!scout.ok) return { reproduced: false, because: scout.error };
  mkdirSync(folder, { recursive: true });
  const tried = tryAll(join(folder, `scout.${number}.mjs`), scout.value);
  if (!tried.ok) return { reproduced: false, because: tried.error };
  const trial = tried.value;
  // Under another name: a test for another runner may be there already.
  const attempt = join(folder, target === 'node' ? nameOf(finding, number, target) : `trial.${number}.test.mjs`);
  writeFileSync(attempt, writeRepro(finding, { target: 'node', locate, trial }));
  const fails = failsAsClaimed(attempt);
  if (!fails || target !== 'node') rmSync(attempt);
  if (!fails) return { reproduced: false, because: 'the test does not fail each time' };
  if (target === 'node') return { reproduced: true, test: attempt };
  const path = join(folder, nameOf(finding, number, target));
  writeFileSync(path, writeRepro(finding, { target, locate, trial }));
  return { reproduced: true, test: path };
}

function nameOf({ rule, places }: ReportEntry['finding'], number: number, target: ReproTarget): string {
  const source = basename(places[0]?.place.file ?? 'finding').replace(/\.[cm]?[jt]sx?$/, '');
  return `${source}.${number}.${rule}.test.${target === 'jest' ? 'cjs' : 'mjs'}`;
}
