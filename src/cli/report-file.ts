// A JSON report read back, with the models it speaks about: what `replay` and `certify` share.

import { readFileSync } from 'node:fs';
import { hasErrors } from '../base/diagnostic.js';
import type { Model } from '../model/model.js';
import { readers } from '../pipeline/catalogue.js';
import { readInput } from '../pipeline/read-input.js';
import { type ReportFile, readReport } from '../report/json/read.js';
import type { ReportEntry } from '../report/report.js';
import { CommandFailure, fail } from './failure.js';
import { collectInputs } from './inputs.js';
import { nodePlatform } from './platform.js';

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

export interface NumberedEntry extends ReportEntry {
  /** Position in the report, from 1. */
  readonly number: number;
}

/** The entries by model, each model read once; `model` stands in for the only file of the report. */
export async function entriesByModel(
  report: ReportFile,
  model: string | undefined,
): Promise<{ readonly model: Model; readonly entries: readonly NumberedEntry[] }[]> {
  const files = [...new Set(report.entries.map((entry) => entry.file))];
  if (model !== undefined && files.length > 1) fail('HD0006', 'the report speaks about several models: name none');
  const numbered = report.entries.map((entry, i): NumberedEntry => ({ ...entry, number: i + 1 }));
  return Promise.all(
    files.map(async (file) => ({
      model: await loadModel(model ?? file),
      entries: numbered.filter((entry) => entry.file === file),
    })),
  );
}

async function loadModel(file: string): Promise<Model> {
  const accepted = new Set(readers.map((reader) => reader.id));
  const { inputs, diagnostics } = collectInputs([file], { accepted });
  if (!inputs[0] || hasErrors(diagnostics)) throw new CommandFailure(diagnostics);
  const outcome = await readInput(inputs[0], nodePlatform);
  return outcome.model ?? fail('HD0009', 'the model has errors', { file });
}
