// Limits on nesting. Blocks and brackets are counted in the token table, before anything recursive looks at the text;
// nesting without brackets (`while (*) while (*) …`, `!!!…`) is counted by the parser against the same limits.

import type { DiagnosticLog } from '../diagnostic-log.js';
import type { Tokens } from './lexer.js';

export type Nesting = 'block' | 'expression';

export const nestingLimit: Readonly<Record<Nesting, number>> = { block: 1000, expression: 200 };

/** Reports the first token that nests too deeply; false if there is one. */
export function checkNesting(tokens: Tokens, log: DiagnosticLog): boolean {
  let blocks = 0;
  let brackets = 0;
  for (let i = 0; i < tokens.texts.length; i++) {
    if (tokens.kinds[i] !== 'symbol') continue;
    const text = tokens.texts[i]!;
    if (text === '{') blocks++;
    else if (text === '}') blocks = Math.max(0, blocks - 1);
    else if (text === '(' || text === '[') brackets++;
    else if (text === ')' || text === ']') brackets = Math.max(0, brackets - 1);
    // An unclosed parenthesis is a syntax error, not nesting: a statement's end forgets it.
    else if (text === ';') brackets = 0;
    if (blocks > nestingLimit.block || brackets > nestingLimit.expression) {
      reportNesting(log, tokens.starts[i]!, blocks > nestingLimit.block ? 'block' : 'expression');
      return false;
    }
  }
  return true;
}

export function reportNesting(log: DiagnosticLog, start: number, what: Nesting): void {
  const limit = what === 'block' ? '1,000 nested blocks' : `${nestingLimit.expression} nested expressions`;
  log.error({ start, end: start + 1 }, 'HD0005', `more than ${limit}`, 'move the inner part into a function');
}
