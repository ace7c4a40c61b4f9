// The reader of `.bp` files: a Boolean program, unfolded to a diagram.

import type { SourceText } from '../../base/source-text.js';
import type { ReadOutcome, TextReader } from '../../model/model.js';
import { parseBooleanProgram } from './parse-boolean-program.js';
import { unfoldProgram } from './unfold-program.js';

export function readBooleanProgram(source: SourceText): ReadOutcome {
  const program = parseBooleanProgram(source);
  if (!program.ok) return { diagnostics: [program.error] };
  const diagram = unfoldProgram(source, program.value);
  return diagram.ok ? { model: diagram.value, diagnostics: [] } : { diagnostics: [diagram.error] };
}

export const bpReader: TextReader = {
  form: 'text',
  id: 'bp',
  extensions: ['.bp'],
  summary: 'Boolean program',
  read: readBooleanProgram,
};
