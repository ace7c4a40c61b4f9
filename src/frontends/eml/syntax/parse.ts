// Reads EML text into a syntax tree, with as many independent errors as there are.

import type { DiagnosticLog } from '../diagnostic-log.js';
import { readTokens } from './lexer.js';
import { checkNesting } from './nesting.js';
import { parseItems } from './parse-declarations.js';
import type { ModelSyntax } from './syntax.js';
import { TokenCursor } from './token-cursor.js';

/** The tree is only as good as the log: with errors in it, parts are missing. */
export function parseEml(log: DiagnosticLog): ModelSyntax {
  const tokens = readTokens(log);
  if (!tokens.complete || !checkNesting(tokens, log)) return { items: [] };
  return { items: parseItems(new TokenCursor(tokens, log)) };
}
