// Writes reports where they were asked for. A report that cannot be written is an error, not silence.

import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { asciiOf } from '../base/printable.js';
import {
  type LineReporter,
  type Report,
  type ReportEntry,
  type Reporter,
  type ReportOptions,
  writeLines,
} from '../report/report.js';
import { fail } from './failure.js';
import type { ReportKind, ReportTarget } from './settings.js';
import { hasColour, hasUnicode, inPieces, widthOf, writeChunks } from './terminal.js';

type LineKind = 'jsonl' | 'csv';

const reporters: Record<Exclude<ReportKind, LineKind>, () => Promise<Reporter>> = {
  text: async () => (await import('../report/text/write-text.js')).writeText,
  json: async () => (await import('../report/json/write-json.js')).writeJson,
  sarif: async () => (await import('../report/sarif/write-sarif.js')).writeSarif,
  html: async () => (await import('../report/html/write-html.js')).writeHtml,
};

const lineReporters: Record<LineKind, (options: Pick<ReportOptions, 'certificates'>) => Promise<LineReporter>> = {
  jsonl: async (options) => new (await import('../report/json/json-lines.js')).JsonLines(options),
  csv: async () => new (await import('../report/csv/write-csv.js')).Csv(),
};

export function isLineKind(kind: ReportKind): kind is LineKind {
  return kind in lineReporters;
}

export async function writeReport(
  target: ReportTarget,
  report: Report,
  options: Omit<ReportOptions, 'colour' | 'width'>,
): Promise<void> {
  const { kind, file } = target;
  const onTerminal = kind === 'text' && file === undefined;
  const colour = onTerminal && hasColour(process.stdout);
  const width = onTerminal ? widthOf(process.stdout) : 100;
  const chunks = isLineKind(kind)
    ? writeLines(await lineReporters[kind](options), report)
    : (await reporters[kind]())(report, { ...options, colour, width });
  if (onTerminal && !hasUnicode(process.stdout)) await writeChunks(process.stdout, inAscii(chunks));
  else await writeOut(file, chunks);
}

/** To standard output when there is no file. */
export async function writeOut(file: string | undefined, chunks: Iterable<string>): Promise<void> {
  if (file === undefined) await writeChunks(process.stdout, chunks);
  else writeFile(file, chunks);
}

/** A report that is written while results are found; nothing, not even its file, before the first. */
export class LineReport {
  #reporter: LineReporter | undefined;
  #file: number | undefined;

  constructor(
    readonly target: ReportTarget,
    readonly options: Pick<ReportOptions, 'certificates'>,
    readonly about: Pick<Report, 'version' | 'command'>,
  ) {}

  async entries(entries: readonly ReportEntry[], hashOf: (file: string) => string | undefined): Promise<void> {
    const reporter = await this.#begun();
    await this.#write(entries.map((entry) => reporter.entry(entry, hashOf(entry.file))));
  }

  /** After an error that left nothing to show there is no file. */
  async finish(report: Report, failed: boolean): Promise<void> {
    if (failed && this.target.file !== undefined) return;
    const reporter = await this.#begun();
    await this.#write(reporter.foot(report));
    if (this.#file !== undefined) closeSync(this.#file);
  }

  async #begun(): Promise<LineReporter> {
    if (this.#reporter) return this.#reporter;
    const { kind, file } = this.target;
    if (!isLineKind(kind)) throw new Error(`${kind} is not made of lines`);
    this.#reporter = await lineReporters[kind](this.options);
    if (file !== undefined) this.#file = attempt(file, () => openSync(file, 'w'));
    await this.#write([this.#reporter.head(this.about)]);
    return this.#reporter;
  }

  async #write(chunks: Iterable<string>): Promise<void> {
    const { file } = this.target;
    if (file === undefined) return writeChunks(process.stdout, chunks);
    for (const piece of inPieces(chunks)) attempt(file, () => writeSync(this.#file!, piece));
  }
}

function* inAscii(chunks: Iterable<string>): Generator<string> {
  for (const chunk of chunks) yield asciiOf(chunk);
}

/** Said before the analysis begins: a folder that is not there, an input that would be overwritten. */
export function checkTargets(targets: readonly ReportTarget[], inputs: readonly string[]): void {
  const taken = new Set(inputs.filter((input) => input !== '-').map((input) => resolve(input)));
  for (const { file } of targets) {
    if (file === undefined) continue;
    if (taken.has(resolve(file))) fail('HD0007', 'the report would overwrite an input', { file });
    if (!existsSync(dirname(resolve(file)))) fail('HD0007', `there is no folder ${dirname(file)}`, { file });
  }
}

/** Written at once when there is little, piece by piece when there is much. */
function writeFile(file: string, chunks: Iterable<string>): void {
  attempt(file, () => {
    const descriptor = openSync(file, 'w');
    try {
      for (const piece of inPieces(chunks)) writeSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
  });
}

function attempt<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    return fail('HD0007', `cannot be written: ${error instanceof Error ? error.message : String(error)}`, { file });
  }
}
