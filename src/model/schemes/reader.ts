// Reads `.hrs` files.

import type { SourceText } from '../../base/source-text.js';
import type { ReadOutcome, TextReader } from '../model.js';
import { resolveScheme } from './resolve.js';
import type { Scheme } from './scheme.js';
import { parseScheme } from './syntax.js';

export const schemeReader: TextReader = {
  form: 'text',
  id: 'hrs',
  extensions: ['.hrs'],
  summary: 'higher-order recursion schemes',
  read: readScheme,
};

export function readScheme(source: SourceText): ReadOutcome & { readonly model?: Scheme } {
  const syntax = parseScheme(source);
  if (!syntax.ok) return { diagnostics: [syntax.error] };
  const resolved = resolveScheme(source, syntax.value);
  return resolved.ok ? { model: resolved.value, diagnostics: [] } : { diagnostics: resolved.error };
}
