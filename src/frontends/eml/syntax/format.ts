// A valid model in the printer's layout; comments are lost.

import type { SourceText } from '../../../base/source-text.js';
import { DiagnosticLog } from '../diagnostic-log.js';
import { parseEml } from './parse.js';
import { printEml } from './print.js';

export function formatEml(source: SourceText): string {
  return printEml(parseEml(new DiagnosticLog(source)));
}
