// `--compare option=a,b`: every question once per value of an option, and a table of verdicts and times. The values are
// tried one after the other, so that they do not steal each other's time.

import { type Diagnostic, hasErrors } from '../../base/diagnostic.js';
import { engineEntry } from '../../pipeline/catalogue.js';
import { internalError } from '../../pipeline/internal-error.js';
import type { Job } from '../../pipeline/job.js';
import type { Pool } from '../../pipeline/pool.js';
import { Comparison, type Contradiction } from '../../report/comparison/comparison.js';
import { comparisonCsv, printComparison } from '../../report/comparison/table.js';
import type { OptionSpec, OptionValues } from '../../verdict/options.js';
import { Gathering, gathered } from '../analysis/gathering.js';
import { Tally } from '../exit-code.js';
import { fail } from '../failure.js';
import { writeMessages } from '../messages.js';
import { writeOut } from '../reports.js';
import type { Settings } from '../settings.js';
import { didYouMean } from '../suggestion.js';

/** How the questions are asked, given the options. */
export interface Asking {
  readonly settings: Settings;
  jobsFor(values: OptionValues): readonly Job[];
  poolFor(jobs: readonly Job[]): Promise<Pool>;
}

export async function compare(text: string, values: OptionValues, asking: Asking): Promise<number> {
  const { option, ways } = comparedOption(text);
  const target = asking.settings.reports[0]!;
  if (target.kind !== 'text' && target.kind !== 'csv') fail('HD0006', '--compare gives text or csv');
  const jobs = ways.map((way) => jobsOf(option, way, asking.jobsFor({ ...values, [option]: [{ text: way }] })));
  const comparison = new Comparison(option, ways);
  const tally = new Tally();
  const diagnostics: Diagnostic[] = [];
  for (const [i, way] of ways.entries())
    diagnostics.push(...(await answer(way, jobs[i]!, comparison, tally, asking)).filter(isNew(diagnostics)));
  diagnostics.push(...comparison.contradictions().map(contradictionError));
  writeMessages(diagnostics);
  await writeOut(target.file, target.kind === 'csv' ? comparisonCsv(comparison) : printComparison(comparison));
  return tally.exitCode(hasErrors(diagnostics));
}

function comparedOption(text: string): { option: string; ways: string[] } {
  const [option = '', list = ''] = text.split('=');
  const ways = [...new Set(list.split(',').map((way) => way.trim()))].filter((way) => way !== '');
  if (option === '' || ways.length < 2)
    fail('HD0006', `--compare takes option=a,b with two values or more, not '${text}'`);
  return { option, ways };
}

/** The questions for engines that know this value. */
function jobsOf(option: string, way: string, jobs: readonly Job[]): Job[] {
  const specs = jobs.flatMap(({ questions }) => questions.flatMap(({ engine }) => specOf(engine, option) ?? []));
  if (jobs.length > 0 && !specs.some((spec) => takes(spec, way))) unknownWay(option, way, specs);
  return jobs.map((job) => ({
    ...job,
    questions: job.questions.filter(({ engine }) => takes(specOf(engine, option), way)),
  }));
}

function specOf(engine: string, option: string): OptionSpec | undefined {
  return engineEntry(engine)?.info.options.find(({ name }) => name === option);
}

function takes(spec: OptionSpec | undefined, way: string): boolean {
  return spec !== undefined && (spec.choices?.includes(way) ?? spec.placeholder !== undefined);
}

function unknownWay(option: string, way: string, specs: readonly OptionSpec[]): never {
  if (specs.length === 0) fail('HD0006', `--compare: no engine that is asked here has an option --${option}`);
  const known = [...new Set(specs.flatMap(({ choices }) => choices ?? []))];
  const help = `it takes some of ${known.join(', ')}`;
  return fail('HD0006', `--${option} does not know '${way}'`, { help, ...didYouMean(way, known) });
}

async function answer(
  way: string,
  jobs: readonly Job[],
  comparison: Comparison,
  tally: Tally,
  { settings, poolFor }: Asking,
): Promise<readonly Diagnostic[]> {
  const gathering = new Gathering(jobs.map(gathered), {
    strict: settings.strict,
    progress() {},
    take: async (entries) => {
      for (const entry of entries) comparison.add(way, entry);
      for (const entry of entries) tally.add(entry);
    },
  });
  await (await poolFor(jobs)).deal(jobs, gathering);
  for (const { file, engine, milliseconds } of gathering.times)
    comparison.cell(way, file, engine).milliseconds += milliseconds;
  for (const { file, engine, because } of gathering.skipped) comparison.refuse(way, file, engine, because);
  return gathering.diagnostics;
}

/** What is wrong with an input is said once, not once per way. */
function isNew(said: readonly Diagnostic[]): (diagnostic: Diagnostic) => boolean {
  const texts = new Set(said.map((diagnostic) => JSON.stringify(diagnostic)));
  return (diagnostic) => !texts.has(JSON.stringify(diagnostic));
}

function contradictionError({ violated, holds }: Contradiction): Diagnostic {
  const claims = `${violated.way} finds '${violated.message}', ${holds.way} says '${holds.message}'`;
  return internalError(`${violated.engine}: ${claims}`, violated.file);
}
