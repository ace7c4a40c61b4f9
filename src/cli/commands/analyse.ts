// `heddle check` and one command per engine: collect inputs, plan jobs, run them, write the reports.

import type { Command } from 'commander';
import { type Diagnostic, hasErrors } from '../../base/diagnostic.js';
import { asyncInfo } from '../../engines/async/info.js';
import { engineEntry, engines } from '../../pipeline/catalogue.js';
import type { Answer, Digest, Input, Job, JobOutcome, Question } from '../../pipeline/job.js';
import { acceptedReaders, planJobs, type Request } from '../../pipeline/plan.js';
import { inProcessPool, type Pool } from '../../pipeline/pool.js';
import { readInput } from '../../pipeline/read-input.js';
import { ruleTable } from '../../pipeline/rules.js';
import { stoppedFinding } from '../../pipeline/stopped.js';
import { strictly } from '../../pipeline/strict.js';
import type { HashedFile, Report, ReportEntry, Skipped } from '../../report/report.js';
import { triage } from '../../report/triage/triage.js';
import type { EngineInfo } from '../../verdict/engine.js';
import { type ClaimOptions, claimOptions, type OptionSpec, type OptionValues } from '../../verdict/options.js';
import type { SetExit } from '../command-line.js';
import { findConfig, readConfig } from '../config.js';
import { exitCode, tally } from '../exit-code.js';
import { CommandFailure, fail } from '../failure.js';
import { digestOf } from '../files/digest.js';
import { type Collected, collectInputs } from '../files/inputs.js';
import { triageRules, writeBaseline } from '../files/triage-files.js';
import { writeMessages } from '../messages.js';
import { addOption, checkedValues, givenOptions } from '../option-flags.js';
import { nodePlatform } from '../platform.js';
import { noProgress, progressLine } from '../progress.js';
import { checkTargets, writeReport } from '../reports.js';
import { commonOptions, type Settings, settingsOf } from '../settings.js';
import { didYouMean } from '../suggestion.js';
import { version } from '../version.js';

export type Asked = { readonly kind: 'check' } | { readonly kind: 'engine'; readonly info: EngineInfo };

const checkOptions: readonly OptionSpec[] = [
  ...asyncInfo.options,
  { name: 'only', placeholder: 'list', description: 'just these engines, e.g. atomicity,explore' },
  { name: 'explain-sets', description: 'say which atomic sets and units of work there are, and why (atomicity)' },
  { name: 'all', description: 'also findings of low rank (Java)' },
  { name: 'all-classes', description: 'also classes without a sign that threads share them (Java)' },
];

export function addAnalysisCommand(program: Command, asked: Asked, setExit: SetExit): void {
  const name = asked.kind === 'check' ? 'check' : asked.info.id;
  const summary = asked.kind === 'check' ? 'picks the engines that fit each input, and runs them' : asked.info.summary;
  const specs = [...(asked.kind === 'check' ? checkOptions : asked.info.options), ...commonOptions];
  const command = program
    .command(name)
    .description(summary)
    .argument('<inputs...>', 'files, folders, or - for standard input');
  for (const spec of specs) addOption(command, spec);
  command.addHelpText('after', helpText(asked));
  command.action(async (words: string[]) => {
    const values = optionsOf(command, name, specs);
    setExit(await analyse(asked, words, values, settingsOf(values)));
  });
}

function helpText(asked: Asked): string {
  if (asked.kind === 'check')
    return '\nExamples:\n  $ heddle check examples/\n  $ heddle check model.eml --only explore\n';
  const examples = asked.info.examples.map(([command, explanation]) => `  $ ${command}\n      ${explanation}`);
  return `\nExamples:\n${examples.join('\n')}\n\nReference:\n  ${asked.info.references.join('\n  ')}\n`;
}

function optionsOf(command: Command, name: string, specs: readonly OptionSpec[]): OptionValues {
  const given = givenOptions(command, specs);
  const file = given['config']?.[0]?.text ?? findConfig(process.cwd());
  const configured = file === undefined ? {} : checkedValues(specs, readConfig(file, name), file);
  return { ...configured, ...given };
}

async function analyse(
  asked: Asked,
  words: readonly string[],
  values: OptionValues,
  settings: Settings,
): Promise<number> {
  const selection = selectEngines(asked, values);
  const rules = triageRules(values, settings);
  const { as, since } = settings;
  const collected = collectInputs(words, {
    accepted: acceptedReaders(selection),
    ...(as === undefined ? {} : { as }),
    ...(since === undefined ? {} : { since }),
  });
  checkTargets(
    settings.reports,
    collected.files.map(({ file }) => file),
  );
  if (asked.kind === 'engine' && values['interactive'])
    return (await import('./interactive.js')).stepThrough(asked.info.id, collected, values);
  if (asked.kind === 'engine' && values['emit']) return emitModels(asked.info.id, collected, values);
  const jobs = planJobs({
    engines: selection,
    inputs: collected.inputs,
    options: values,
    limits: settings.limits,
    seed: settings.seed,
  });
  const gathered = await runJobs(jobs, collected.diagnostics, settings);
  const sources = { find: (file: string) => collected.sources.get(file) };
  const triaged = triage({ ...gathered, sources, rules: ruleTable }, [...collected.sources.keys()], rules);
  const diagnostics = [...gathered.diagnostics, ...triaged.diagnostics];
  const report: Report = {
    version: version(),
    command: `heddle ${process.argv.slice(2).map(quoted).join(' ')}`,
    inputs: collected.files.map((input) => ({
      ...input,
      ...gathered.digests.get(input.file),
      companions: [...(input.companions ?? []), ...optionFiles(values)],
    })),
    skipped: gathered.skipped,
    entries: triaged.entries,
    diagnostics,
    sources,
    rules: ruleTable,
  };
  await writeReports(report, collected, settings);
  if (settings.updateBaseline) writeBaseline(settings.baseline!, report);
  if (values['repro'] || values['confirm']) await reproduce(triaged.entries, values);
  return exitCode(tally(triaged.entries, hasErrors(diagnostics)));
}

/** `--repro`, `--confirm`: tests of the findings in source code, as `heddle reproduce` writes them. */
async function reproduce(entries: readonly ReportEntry[], values: OptionValues): Promise<void> {
  const { targetOf, writeTests } = await import('./reproduce.js');
  const violations = entries.filter(({ finding }) => finding.engine === 'async' && finding.verdict.kind === 'violated');
  const target = targetOf(values['repro']?.at(-1)?.text ?? 'node');
  if (violations.length > 0) writeTests(violations, target, 'heddle-repro');
}

/** `--emit`: the models in another format, one after the other. */
async function emitModels(engine: string, collected: Collected, values: OptionValues): Promise<number> {
  if (hasErrors(collected.diagnostics)) throw new CommandFailure(collected.diagnostics);
  const emit = await engineEntry(engine)?.loadEmitter?.();
  if (!emit) return fail('HD0006', `heddle ${engine} has nothing to emit`);
  for (const input of collected.inputs) {
    const { model, diagnostics } = await readInput(input, nodePlatform);
    if (!model || model.kind === 'inquiries') throw new CommandFailure(diagnostics);
    const emitted = emit({ file: input.file, model, options: values });
    if (!emitted.ok) throw new CommandFailure(emitted.error);
    process.stdout.write(emitted.value);
  }
  return 0;
}

function selectEngines(asked: Asked, values: OptionValues): Request['engines'] {
  if (asked.kind === 'engine') return { kind: 'named', id: asked.info.id };
  const list = values['only']?.at(-1)?.text;
  if (list === undefined) return { kind: 'fitting' };
  const known = engines.map(({ info }) => info.id);
  const only = list.split(',').map((name) => name.trim());
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    fail('HD0006', `--only does not know '${unknown}'`, {
      help: `it takes a list of ${known.join(', ')}`,
      ...didYouMean(unknown, known),
    });
  }
  return { kind: 'fitting', only };
}

/** Files that options name: patterns. */
function optionFiles(values: OptionValues): HashedFile[] {
  const named = Object.values(values).flat();
  return named.flatMap(({ text, content }) =>
    content === undefined ? [] : [{ file: text, sha256: digestOf(content).sha256 }],
  );
}

interface Gathered {
  /** Of streams, by file. */
  readonly digests: Map<string, Digest>;
  readonly entries: ReportEntry[];
  readonly skipped: Skipped[];
  readonly diagnostics: Diagnostic[];
}

async function runJobs(
  jobs: readonly Job[],
  diagnostics: readonly Diagnostic[],
  settings: Settings,
): Promise<Gathered> {
  const gathered: Gathered = { digests: new Map(), entries: [], skipped: [], diagnostics: [...diagnostics] };
  if (jobs.length === 0) return gathered;
  const progress = settings.quiet ? noProgress : progressLine(process.stderr);
  const pool = await choosePool(jobs, settings);
  let next = 0;
  for await (const outcome of pool.run(jobs, (report) => progress.show(report, { done: next, total: jobs.length })))
    gather(gathered, jobs[next++]!, outcome, settings.strict);
  progress.clear();
  return gathered;
}

function gather(gathered: Gathered, { input, questions }: Job, outcome: JobOutcome, strict: boolean): void {
  gathered.diagnostics.push(...outcome.reading);
  if (outcome.digest) gathered.digests.set(input.file, outcome.digest);
  for (const [i, answer] of outcome.answers.entries())
    gatherAnswer(gathered, input.file, questions[i]!, answer, strict);
}

function gatherAnswer(gathered: Gathered, file: string, question: Question, answer: Answer, strict: boolean): void {
  const { entries, skipped, diagnostics } = gathered;
  const { engine } = question;
  switch (answer.kind) {
    case 'stopped':
      entries.push({ file, finding: stoppedFinding(engine, answer.because) });
      return;
    case 'skipped':
      skipped.push({ file, engine, because: answer.because });
      return;
    case 'done':
      for (const finding of answer.findings)
        entries.push({ file, finding: strict ? strictly(finding) : finding, options: meantBy(question) });
      for (const because of answer.notes ?? []) skipped.push({ file, engine, because });
      diagnostics.push(...answer.diagnostics);
  }
}

/** The options of a question that belong to what its answers claim. */
function meantBy({ engine, options }: Question): ClaimOptions {
  return claimOptions(engineEntry(engine)?.info.options ?? [], options);
}

/** Workers cost some tens of milliseconds to start: they must have enough to share. */
const enoughToShare = 50_000;

/** Reading so much may take longer than a second. */
const enoughToRead = 200_000;

function sizeOf({ content }: Input): number {
  if (content.kind === 'text') return content.text.length;
  if (content.kind === 'stream') return enoughToShare;
  return content.sources.reduce((sum, { text }) => sum + text.length, 0);
}

/** One program is read once: workers would each read it again. */
function canBeShared({ content }: Input): boolean {
  return content.kind !== 'project';
}

async function choosePool(jobs: readonly Job[], settings: Settings): Promise<Pool> {
  const size = jobs.reduce((sum, { input }) => sum + sizeOf(input), 0);
  const shareable = jobs.reduce((sum, { input }) => sum + (canBeShared(input) ? sizeOf(input) : 0), 0);
  const worthwhile = settings.jobs === undefined ? shareable >= enoughToShare : settings.jobs > 1;
  const questions = jobs.reduce((sum, job) => sum + job.questions.length, 0);
  const fromStandardInput = jobs.some(({ input }) => input.file === '-');
  // Only a worker can be ended from outside while it reads a model.
  const mayBeEnded = settings.limits.milliseconds !== undefined && size >= enoughToRead;
  const shares = questions > 1 && worthwhile;
  if (fromStandardInput || !(shares || mayBeEnded)) return inProcessPool(nodePlatform);
  return (await import('../worker-pool.js')).workerPool(settings.jobs);
}

async function writeReports(report: Report, collected: Collected, settings: Settings): Promise<void> {
  writeMessages(report.diagnostics);
  const nothingRead = collected.inputs.length === 0 || (report.entries as ReportEntry[]).length === 0;
  const failed = hasErrors(report.diagnostics) && nothingRead;
  const options = {
    certificates: settings.certificates,
    stats: settings.stats,
    quiet: settings.quiet,
    full: settings.full,
  };
  for (const target of settings.reports) {
    // After an error nothing is written, but a script that reads JSON from a pipe gets its report.
    if (failed && (target.file !== undefined || target.kind === 'text')) continue;
    await writeReport(target, report, options);
  }
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
