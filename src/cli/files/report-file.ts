// A JSON report read back, with the models it speaks about: what `replay` and `certify` share. A report is about files as they
// were: a file that has changed since is another one, and nothing is said about it.

import { readFileSync } from 'node:fs';
import { type Diagnostic, hasErrors, printDiagnostic } from '../../base/diagnostic.js';
import type { Model } from '../../model/model.js';
import { readerById, readerForFile, readers } from '../../pipeline/catalogue.js';
import type { Input } from '../../pipeline/job.js';
import { readInput } from '../../pipeline/read-input.js';
import { type ReadEntry, type ReportFile, readReport } from '../../report/json/read.js';
import type { HashedFile, InputFile } from '../../report/report.js';
import { askedPrograms, type InquiryModel } from '../../verdict/inquiry.js';
import type { OptionValues } from '../../verdict/options.js';
import { CommandFailure, fail } from '../failure.js';
import { nodePlatform } from '../platform.js';
import { digestOfStream, digestOfText } from './digest.js';
import { collectInputs } from './inputs.js';

export interface ReportOptions {
  /** The model, when it is not where the report says. */
  readonly model?: string | undefined;
  /** Go on, with a warning, where a file is not what it was. */
  readonly modelChangedOk?: boolean | undefined;
}

export function loadReport(file: string): ReportFile {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    return fail('HD0001', 'cannot be read', { file });
  }
  const report = readReport(text);
  return report.ok ? report.value : fail('HD0009', report.error, { file });
}

export interface NumberedEntry extends ReadEntry {
  /** Position in the report, from 1. */
  readonly number: number;
}

export interface ReportedModel {
  readonly file: string;
  readonly model: Model;
  /** Of the file as it is now. */
  readonly sha256: string;
  readonly entries: readonly NumberedEntry[];
}

/** The entries by model, each model read once; a given model stands in for the only file of the report. */
export async function entriesByModel(report: ReportFile, options: ReportOptions): Promise<ReportedModel[]> {
  const files = [...new Set(report.entries.map((entry) => entry.file))];
  if (options.model !== undefined && files.length > 1)
    fail('HD0006', 'the report speaks about several models: name none');
  const numbered = report.entries.map((entry, i): NumberedEntry => ({ ...entry, number: i + 1 }));
  const found: ReportedModel[] = [];
  for (const file of files) {
    const reported = report.inputs.find((one) => one.file === file);
    const { input, now } = await readNow(options.model ?? file, reported);
    // Schema 1 did not hash every input.
    const then: InputFile = reported ?? { file };
    complain(report.version === 1 && !then.sha256 ? [] : changesOf(then, now), options);
    const outcome = await readInput(input, nodePlatform, readingOptions(report));
    const model = outcome.model ?? fail('HD0009', 'the model has errors', { file });
    const entries = numbered.filter((entry) => entry.file === file);
    const sha256 = now.sha256!;
    if (model.kind === 'inquiries') found.push(...byQuestion({ file, sha256, entries }, model));
    else found.push({ file, model, sha256, entries });
  }
  return found;
}

/** A Java project is many small programs: each result is about one of them. */
function byQuestion(reported: Omit<ReportedModel, 'model'>, model: InquiryModel): ReportedModel[] {
  const programs = new Map(askedPrograms(model).map((asked) => [asked.id, asked]));
  return reported.entries.flatMap((entry) => {
    const asked = programs.get(entry.finding.property.question ?? '');
    return asked ? [{ ...reported, model: asked.build(), entries: [entry] }] : [];
  });
}

/** Options that decide what is read. */
function readingOptions({ command = '' }: ReportFile): OptionValues {
  return command.split(' ').includes('--all-classes') ? { 'all-classes': [{ text: '' }] } : {};
}

/** The input and what it is now. */
async function readNow(
  file: string,
  reported: InputFile | undefined,
): Promise<{ readonly input: Input; readonly now: InputFile }> {
  const accepted = new Set(readers.map((reader) => reader.id));
  const { inputs, files, diagnostics } = collectInputs(filesOf(file, reported), { accepted });
  if (!inputs[0] || !files[0] || hasErrors(diagnostics)) throw new CommandFailure(diagnostics);
  if (files[0].sha256 !== undefined) return { input: inputs[0], now: files[0] };
  try {
    return { input: inputs[0], now: { ...files[0], ...(await digestOfStream(nodePlatform.openStream(file))) } };
  } catch (error) {
    return fail('HD0001', `cannot be read: ${error instanceof Error ? error.message : String(error)}`, { file });
  }
}

/** A project of several files is read from these, wherever they are. */
function filesOf(file: string, reported: InputFile | undefined): readonly string[] {
  const isProject = reported?.reader !== undefined && readerById(reported.reader)?.form === 'project';
  const isFolder = isProject && !readerForFile(file);
  return isFolder ? (reported.companions ?? []).map((companion) => companion.file) : [file];
}

/** In what the file and those beside it are not what they were. */
function changesOf(then: InputFile, now: InputFile): Diagnostic[] {
  const companions = (then.companions ?? []).filter((companion) => !isSame(companion, digestOfText(companion.file)));
  return [...(isSame(then, now) ? [] : [now.file]), ...companions.map(({ file }) => file)].map((file) => ({
    code: 'HD0009',
    severity: 'error',
    message: 'the report is about another file: its SHA-256 is not the one in the report',
    file,
    help: 'make a new report, or go on with --model-changed-ok',
  }));
}

function isSame(then: HashedFile, now: { readonly sha256?: string } | undefined): boolean {
  return then.sha256 !== undefined && then.sha256 === now?.sha256;
}

function complain(changes: readonly Diagnostic[], { modelChangedOk }: ReportOptions): void {
  if (changes.length === 0) return;
  if (!modelChangedOk) throw new CommandFailure(changes);
  for (const { help: _help, ...change } of changes)
    process.stderr.write(`${printDiagnostic({ ...change, severity: 'warning' })}\n`);
}
