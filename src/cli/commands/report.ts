// `heddle report <folder>`: what a run has answered, in any form, also while it is going on.

import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { SourceText } from '../../base/source-text.js';
import type { InputFile } from '../../report/report.js';
import type { OptionSpec } from '../../verdict/options.js';
import { Analysis } from '../analysis/analysis.js';
import type { SetExit } from '../command-line.js';
import { decodeText, unpack } from '../files/decode.js';
import { digestOf } from '../files/digest.js';
import { triageRules } from '../files/triage-files.js';
import { addOption, givenOptions } from '../option-flags.js';
import { checkTargets } from '../reports.js';
import { readRun } from '../run/run-folder.js';
import { storedRun } from '../run/run-source.js';
import { commonOptions, settingsOf } from '../settings.js';

const reporting = new Set([
  'format',
  'output',
  'report',
  'possible-is-violation',
  'baseline',
  'update-baseline',
  'certificates',
  'strict',
  'quiet',
  'stats',
  'config',
]);

const specs: readonly OptionSpec[] = commonOptions.filter(({ name }) => reporting.has(name));

export function addReportCommand(program: Command, setExit: SetExit): void {
  const command = program
    .command('report')
    .description('writes the report of a run (check … --run folder), in any form, also while it is going on')
    .argument('<folder>', 'the folder of the run');
  for (const spec of specs) addOption(command, spec);
  command.addHelpText('after', '\nExamples:\n  $ heddle report nightly --format html -o nightly.html\n');
  command.action(async (folder: string) => {
    const values = givenOptions(command, specs);
    const settings = settingsOf(values);
    const { manifest, journal } = readRun(folder);
    const { jobs, inputs, command: made, diagnostics } = manifest;
    const files = inputs.flatMap(({ file, companions = [] }) => [file, ...companions.map((one) => one.file)]);
    checkTargets(settings.reports, files);
    const subject = { command: made, inputs, diagnostics, sources: sourcesOf(inputs) };
    const gathered = jobs.map(({ file, questions }) => ({ file, questions, isStream: true, size: 0 }));
    const source = storedRun(folder, jobs, journal);
    setExit(await new Analysis(gathered, subject, source, values, settings, triageRules(values, settings)).run());
  });
}

/** The texts of the inputs, where they are what they were. */
function sourcesOf(inputs: readonly InputFile[]): Map<string, SourceText> {
  const found = new Map<string, SourceText>();
  for (const { file, sha256, companions = [] } of inputs)
    for (const one of [{ file, sha256 }, ...companions]) {
      const text = one.sha256 === undefined ? undefined : textOf(one.file, one.sha256);
      if (text !== undefined) found.set(one.file, new SourceText(one.file, text));
    }
  return found;
}

function textOf(file: string, sha256: string): string | undefined {
  try {
    const bytes = unpack(file, readFileSync(file));
    if (!bytes.ok || digestOf(bytes.value).sha256 !== sha256) return undefined;
    const text = decodeText(file, bytes.value);
    return text.ok ? text.value : undefined;
  } catch {
    return undefined;
  }
}
