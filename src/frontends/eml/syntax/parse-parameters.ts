// Parameters of functions, with or without a name: `x: int, f: () -> void)`.

import { parseType } from './parse-types.js';
import type { ParameterSyntax } from './syntax.js';
import type { TokenCursor } from './token-cursor.js';

/** Behind the opening parenthesis. */
export function parseParameters(cursor: TokenCursor): readonly ParameterSyntax[] {
  const parameters: ParameterSyntax[] = [];
  if (cursor.accept(')')) return parameters;
  do {
    const name = cursor.name('a parameter');
    cursor.expect(':', 'a parameter has a type: `f(x: int)`');
    parameters.push({ name, type: parseType(cursor) });
  } while (cursor.accept(','));
  cursor.expect(')');
  return parameters;
}
