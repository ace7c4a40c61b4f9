// Reads `.tree` files: parse, then check that every tree is join-lock-well-formed.

import { hasErrors } from '../../base/diagnostic.js';
import type { SourceText } from '../../base/source-text.js';
import type { ReadOutcome, TextReader } from '../model.js';
import type { TreeForest } from './action-tree.js';
import { parseForest } from './parse.js';
import { validateTree } from './validate.js';

export const treeReader: TextReader = {
  form: 'text',
  id: 'tree',
  extensions: ['.tree'],
  summary: 'action trees',
  read: readForest,
};

export function readForest(source: SourceText): ReadOutcome & { readonly model?: TreeForest } {
  const { trees, diagnostics } = parseForest(source);
  const all = [...diagnostics, ...trees.flatMap((tree) => validateTree(source, tree))];
  if (hasErrors(all)) return { diagnostics: all };
  return { model: { kind: 'trees', source, trees }, diagnostics: all };
}
