// The tree that a scheme generates, down to a depth, as text; `_` stands for what is below.

import { ClosedTerms } from '../closed-terms.js';
import type { Scheme } from '../scheme.js';

export function printGeneratedTree(scheme: Scheme, depth: number): string {
  const terms = new ClosedTerms(scheme);
  const parts: string[] = [];
  const pending: (string | { readonly term: number; readonly depth: number })[] = [{ term: terms.root, depth }];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item === 'string') {
      parts.push(item);
      continue;
    }
    const node = item.depth > 0 ? terms.reduce(item.term) : undefined;
    parts.push(node?.terminal ?? '_');
    const children = node?.children ?? [];
    if (children.length > 0) pending.push(')');
    for (let i = children.length - 1; i >= 0; i--)
      pending.push({ term: children[i]!, depth: item.depth - 1 }, i > 0 ? ', ' : '(');
  }
  return parts.join('');
}
