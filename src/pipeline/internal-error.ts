// A bug in Heddle costs the answer it concerns and nothing else: the question becomes unknown, the command says that it is a
// bug (HD0099, exit 2), and every other question, engine and input keeps its answer.

import type { Diagnostic } from '../base/diagnostic.js';
import { type Finding, type Obstacle, unknownBecause } from '../verdict/verdict.js';
import type { Platform } from './job.js';

export function internalError(message: string, file?: string): Diagnostic {
  const help = 'this is a bug in heddle: please report the model with this message (HEDDLE_DEBUG=1 shows where)';
  return { code: 'HD0099', severity: 'error', message, help, ...(file === undefined ? {} : { file }) };
}

/** What went wrong in words, with the place in Heddle for those who debug it. */
export function wordsFor(error: unknown, { showsStacks }: Pick<Platform, 'showsStacks'>): string {
  if (!(error instanceof Error)) return String(error);
  return showsStacks ? `${error.message}\n${error.stack}` : error.message;
}

/** The finding without its answer, which does not stand the check. */
export function withdrawn(finding: Finding): Finding {
  return unverified(finding, 'internal error', 'internal-error');
}

/** The finding without its answer, which was not checked. */
export function unverified(finding: Finding, because: string, obstacle?: Obstacle): Finding {
  const message = `no answer: ${finding.message}`;
  return { ...finding, message, verdict: unknownBecause(because, obstacle), places: [], because: [] };
}
