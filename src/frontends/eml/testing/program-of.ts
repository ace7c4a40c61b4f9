// A program from EML text, for everybody's tests.

import { printDiagnostic } from '../../../base/diagnostic.js';
import { SourceText } from '../../../base/source-text.js';
import type { Program } from '../../../model/program/program.js';
import { DiagnosticLog } from '../diagnostic-log.js';
import { lowerEml } from '../lower/lower.js';
import { parseEml } from '../syntax/parse.js';

/** Throws with the printed messages if the text has errors. */
export function programOf(text: string, file = 'test.eml'): Program {
  const log = new DiagnosticLog(new SourceText(file, text));
  const syntax = parseEml(log);
  const program = log.hasErrors ? undefined : lowerEml(syntax, log);
  if (program) return program;
  throw new Error(log.diagnostics().map(printDiagnostic).join('\n'));
}
