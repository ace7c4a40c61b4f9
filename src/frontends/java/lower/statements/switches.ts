// `switch`, old and new form: any case may be taken; groups fall through, rules do not.

import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { evaluate } from '../expressions.js';
import type { Lowering } from '../lowering.js';
import { noSources, type Value } from '../shared-object.js';
import { lowerStatement } from './statements.js';

export function lowerSwitch(low: Lowering, node: SyntaxNode): Value {
  const condition = node.field('condition');
  const tested = condition ? evaluate(low, condition).sources : noSources;
  const breaks = low.target();
  low.scopes.push({ kind: 'jump', label: '', breaks, isLoop: false });
  const parts = node.field('body')?.children ?? [];
  const starts = parts.map(() => low.target());
  const hasDefault = parts.some((part) => part.child('switch_label')?.text.startsWith('default'));
  const before = low.snapshot();
  const from = low.at;
  for (const start of hasDefault ? starts : [...starts, breaks]) {
    low.restore(before, from);
    low.branch(tested, node, start, undefined);
  }
  let falls = false;
  for (const [i, part] of parts.entries()) {
    if (falls) low.jump(starts[i]!, part);
    low.enter(starts[i]!);
    for (const child of part.children) if (child.type !== 'switch_label') lowerStatement(low, child);
    falls = part.type === 'switch_block_statement_group';
    if (!falls) low.jump(breaks, part);
  }
  if (falls) low.jump(breaks, node);
  low.scopes.pop();
  low.enter(breaks);
  return { type: { name: '?', args: [], dimensions: 0 }, sources: tested };
}
