// Writes reports where they were asked for. A report that cannot be written is an error, not silence.

import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { asciiOf } from '../base/printable.js';
import type { Report, Reporter, ReportOptions } from '../report/report.js';
import { fail } from './failure.js';
import type { ReportKind, ReportTarget } from './settings.js';
import { hasColour, hasUnicode, inPieces, widthOf, writeChunks } from './terminal.js';

const reporters: Record<ReportKind, () => Promise<Reporter>> = {
  text: async () => (await import('../report/text/write-text.js')).writeText,
  json: async () => (await import('../report/json/write-json.js')).writeJson,
  sarif: async () => (await import('../report/sarif/write-sarif.js')).writeSarif,
  html: async () => (await import('../report/html/write-html.js')).writeHtml,
};

export async function writeReport(
  target: ReportTarget,
  report: Report,
  options: Omit<ReportOptions, 'colour' | 'width'>,
): Promise<void> {
  const reporter = await reporters[target.kind]();
  const colour = target.kind === 'text' && target.file === undefined && hasColour(process.stdout);
  const onTerminal = target.kind === 'text' && target.file === undefined;
  const chunks = reporter(report, { ...options, colour, width: onTerminal ? widthOf(process.stdout) : 100 });
  if (onTerminal && !hasUnicode(process.stdout)) await writeChunks(process.stdout, inAscii(chunks));
  else if (target.file === undefined) await writeChunks(process.stdout, chunks);
  else writeFile(target.file, chunks);
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
  try {
    const descriptor = openSync(file, 'w');
    try {
      for (const piece of inPieces(chunks)) writeSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    fail('HD0007', `cannot be written: ${error instanceof Error ? error.message : String(error)}`, { file });
  }
}
