// `heddle translate`: a model in another format, on standard output or in a file.

import { writeFileSync } from 'node:fs';
import { hasErrors } from '../../base/diagnostic.js';
import { readers } from '../../pipeline/catalogue.js';
import { readInput } from '../../pipeline/read-input.js';
import { translateModel } from '../../pipeline/translators.js';
import { CommandFailure, fail } from '../failure.js';
import { collectInputs } from '../files/inputs.js';
import { nodePlatform } from '../platform.js';

export interface TranslateOptions {
  readonly to: string;
  readonly as?: string;
  readonly output?: string;
}

export async function translate(file: string, { to, as, output }: TranslateOptions): Promise<void> {
  const accepted = new Set(readers.map((reader) => reader.id));
  const { inputs, diagnostics } = collectInputs([file], { accepted, ...(as === undefined ? {} : { as }) });
  if (hasErrors(diagnostics)) throw new CommandFailure(diagnostics);
  if (inputs.length !== 1) fail('HD0006', 'translate takes one file at a time', { file });
  const read = await readInput(inputs[0]!, nodePlatform);
  if (!read.model) throw new CommandFailure(read.diagnostics);
  const translated = await translateModel(read.model, to);
  if (!translated.ok) throw new CommandFailure(translated.error);
  write(translated.value, output);
}

function write(text: string, file: string | undefined): void {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    fail('HD0007', `cannot be written: ${error instanceof Error ? error.message : String(error)}`, { file });
  }
}
