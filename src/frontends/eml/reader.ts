// EML for the pipeline: text in, program or diagnostics out.

import type { SourceText } from '../../base/source-text.js';
import type { ReadOutcome, TextReader } from '../../model/model.js';
import { DiagnosticLog } from './diagnostic-log.js';
import { lowerEml } from './lower/lower.js';
import { parseEml } from './syntax/parse.js';

export const emlReader: TextReader = {
  form: 'text',
  id: 'eml',
  extensions: ['.eml'],
  summary: 'programs in the modelling language (docs/language.md)',
  read: readEml,
};

function readEml(source: SourceText): ReadOutcome {
  const log = new DiagnosticLog(source);
  const syntax = parseEml(log);
  const model = log.hasErrors ? undefined : lowerEml(syntax, log);
  return { ...(model ? { model } : {}), diagnostics: log.diagnostics() };
}
