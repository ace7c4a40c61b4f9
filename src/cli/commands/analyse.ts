// `heddle check` and one command per engine: collect inputs, plan jobs, run them, write the reports.

import type { Command } from 'commander';
import { hasErrors } from '../../base/diagnostic.js';
import { asyncInfo } from '../../engines/async/info.js';
import { engineEntry, engines } from '../../pipeline/catalogue.js';
import type { Job } from '../../pipeline/job.js';
import { splitJobs } from '../../pipeline/parts/split-jobs.js';
import { acceptedReaders, planJobs, type Request } from '../../pipeline/plan.js';
import type { Pool } from '../../pipeline/pool.js';
import { racedOptions, withContenders } from '../../pipeline/portfolio/contenders.js';
import { readInput } from '../../pipeline/read-input.js';
import type { HashedFile } from '../../report/report.js';
import type { EngineInfo } from '../../verdict/engine.js';
import type { OptionSpec, OptionValues } from '../../verdict/options.js';
import { Analysis, type ReportSubject } from '../analysis/analysis.js';
import { choosePool } from '../analysis/choose-pool.js';
import { gathered } from '../analysis/gathering.js';
import { askedNow, type ResultSource } from '../analysis/source.js';
import { withoutSecrets } from '../cluster/secrets.js';
import type { SetExit } from '../command-line.js';
import { findConfig, readConfig } from '../config.js';
import { CommandFailure, fail } from '../failure.js';
import { digestOf } from '../files/digest.js';
import { type Collected, collectInputs } from '../files/inputs.js';
import { triageRules } from '../files/triage-files.js';
import { addOption, checkedValues, givenOptions } from '../option-flags.js';
import { nodePlatform } from '../platform.js';
import { checkTargets } from '../reports.js';
import { commonOptions, type Settings, settingsOf } from '../settings.js';
import { didYouMean } from '../suggestion.js';

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
  const { limits, seed } = settings;
  const jobsFor = (options: OptionValues) => {
    const jobs = planJobs({ engines: selection, inputs: collected.inputs, options, limits, seed });
    return settings.portfolio ? withContenders(racing(jobs)) : splitJobs(jobs);
  };
  const compared = values['compare']?.at(-1)?.text;
  if (compared !== undefined) {
    if (hasErrors(collected.diagnostics)) throw new CommandFailure(collected.diagnostics);
    const poolFor = (some: readonly Job[]) => choosePool(some, settings);
    return (await import('./compare.js')).compare(compared, values, { settings, jobsFor, poolFor });
  }
  const jobs = jobsFor(values);
  const subject = {
    command: `heddle ${process.argv.slice(2).map(quoted).join(' ')}`,
    inputs: collected.files.map((input) => ({
      ...input,
      companions: [...(input.companions ?? []), ...optionFiles(values)],
    })),
    diagnostics: collected.diagnostics,
    sources: collected.sources,
  };
  const source = await sourceOf(jobs, subject, settings);
  return await new Analysis(jobs.map(gathered), subject, source, values, settings, rules).run();
}

/** A race chooses methods itself, and needs an input that several can read. */
function racing(jobs: readonly Job[]): readonly Job[] {
  for (const { input, questions } of jobs) {
    if (input.file === '-') fail('HD0006', '--portfolio cannot read from standard input: write the model to a file');
    for (const { engine, options } of questions)
      for (const name of racedOptions(engine))
        if (options[name]) fail('HD0006', `--portfolio tries every --${name} itself`, { help: `leave --${name} out` });
  }
  return jobs;
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

/** The pool for some jobs, behind a cache where one is asked for. */
async function poolMaker(settings: Settings): Promise<(jobs: readonly Job[]) => Promise<Pool>> {
  const inner = async (some: readonly Job[]) => {
    if (!settings.cluster) return choosePool(some, settings);
    return (await import('../cluster/cluster-pool.js')).clusterPool(settings.cluster);
  };
  if (settings.cache === undefined) return inner;
  const { cachedPool } = await import('../cache/cached-pool.js');
  const { AnswerCache } = await import('../cache/answer-cache.js');
  const cached = cachedPool(inner, new AnswerCache(settings.cache));
  return () => Promise.resolve(cached);
}

/** The questions as they are, or within a run that keeps what is answered. */
async function sourceOf(jobs: readonly Job[], subject: ReportSubject, settings: Settings): Promise<ResultSource> {
  const poolFor = await poolMaker(settings);
  if (settings.run === undefined) return askedNow(jobs, await poolFor(jobs));
  const { runSource } = await import('../run/run-source.js');
  return runSource(settings.run, jobs, subject, poolFor);
}

/** Files that options name: patterns. */
function optionFiles(values: OptionValues): HashedFile[] {
  const named = Object.values(values).flat();
  return named.flatMap(({ text, content }) =>
    content === undefined ? [] : [{ file: text, sha256: digestOf(content).sha256 }],
  );
}

/** As it can be typed again, but for the password of a cluster. */
function quoted(word: string): string {
  const shown = withoutSecrets(word);
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
