// Reads `.pds` files.

import type { TextReader } from '../../model.js';
import { parsePushdown } from './parse-pushdown.js';

export const pushdownReader: TextReader = {
  form: 'text',
  id: 'pds',
  extensions: ['.pds'],
  summary: 'pushdown system, optionally weighted, with automata over its configurations',
  read: (source) => parsePushdown(source),
};
