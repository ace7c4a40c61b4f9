// `heddle explore --interactive`: a terminal, or a pipe with one command per line, around a session.

import { createInterface } from 'node:readline';
import { withInstances } from '../../engines/explore/instances.js';
import type { Program } from '../../model/program/program.js';
import { engineEntry } from '../../pipeline/catalogue.js';
import { readInput } from '../../pipeline/read-input.js';
import { type OptionValues, optionInteger } from '../../verdict/options.js';
import { CommandFailure, fail } from '../failure.js';
import type { Collected } from '../files/inputs.js';
import { InteractiveSession } from '../interactive-session.js';
import { nodePlatform } from '../platform.js';

export async function stepThrough(engine: string, collected: Collected, values: OptionValues): Promise<number> {
  const session = new InteractiveSession(await programOf(engine, collected, values));
  const input = createInterface({ input: process.stdin, terminal: false });
  const isTerminal = process.stdin.isTTY === true;
  process.stdout.write(`${session.greeting()}\n> `);
  for await (const line of input) {
    const { text, isLast } = session.answer(line);
    process.stdout.write(`${isTerminal ? '' : `${line}\n`}${isLast ? '' : `${text}\n> `}`);
    if (isLast) break;
  }
  input.close();
  if (!isTerminal) process.stdout.write('\n');
  return 0;
}

async function programOf(engine: string, { inputs, diagnostics }: Collected, values: OptionValues): Promise<Program> {
  if (diagnostics.length > 0) throw new CommandFailure(diagnostics);
  const [input] = inputs;
  if (!input || inputs.length > 1) return fail('HD0006', '--interactive takes one model');
  if (input.file === '-')
    return fail('HD0006', '--interactive reads choices from standard input, so the model must be a file');
  const read = await readInput(input, nodePlatform);
  if (read.model?.kind !== 'program') throw new CommandFailure(read.diagnostics);
  const loaded = await engineEntry(engine)!.load();
  const obstacle = loaded.applicable({ file: input.file, model: read.model, options: values });
  if (!obstacle.ok)
    return fail('HD0010', obstacle.because, { file: input.file, ...(obstacle.place ? { place: obstacle.place } : {}) });
  return withInstances(read.model, optionInteger(values, 'instances'));
}
