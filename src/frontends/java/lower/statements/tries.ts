// `try`: the block, its handlers, and `finally` on every way out; resources are closed like a `finally`.

import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { evaluate } from '../expressions.js';
import type { Lowering } from '../lowering.js';
import type { Target } from '../meeting-paths.js';
import { noSources } from '../shared-object.js';
import { eachApart, lowerAll, lowerBlock } from './statements.js';

export function lowerTry(low: Lowering, node: SyntaxNode): void {
  const last = node.child('finally_clause')?.child('block');
  const after = low.meeting();
  if (last) low.scopes.push({ kind: 'finally', block: last });
  lowerGuarded(low, node, after);
  low.enterApart(after);
  if (!last) return;
  low.scopes.pop();
  if (low.others.length === 0) lowerBlock(low, last);
  else eachApart(low, last, () => lowerBlock(low, last));
}

function lowerGuarded(low: Lowering, node: SyntaxNode, after: Target): void {
  const clauses = node.children.filter(({ type }) => type === 'catch_clause');
  const handler = low.target();
  if (clauses.length > 0) low.scopes.push({ kind: 'catch', target: handler, passes: !clauses.some(catchesAll) });
  for (const resource of node.field('resources')?.children ?? []) lowerResource(low, resource);
  const body = node.field('body');
  if (body) lowerAll(low, body.children);
  if (clauses.length > 0) low.scopes.pop();
  low.jumpAll(after, node);
  for (const clause of clauses) lowerCatch(low, clause, handler, after);
}

function catchesAll(clause: SyntaxNode): boolean {
  const types = clause.child('catch_formal_parameter')?.child('catch_type')?.text ?? '';
  return /\b(Throwable|Exception|RuntimeException)\b/.test(types);
}

function lowerResource(low: Lowering, node: SyntaxNode): void {
  const value = node.field('value');
  const name = node.field('name')?.text;
  if (value && name !== undefined) low.locals.set(name, evaluate(low, value));
  else for (const child of node.children) evaluate(low, child);
}

function lowerCatch(low: Lowering, clause: SyntaxNode, handler: Target, after: Target): void {
  low.enter(handler);
  const parameter = clause.child('catch_formal_parameter')?.field('name')?.text;
  if (parameter !== undefined)
    low.locals.set(parameter, { type: { name: 'Exception', args: [], dimensions: 0 }, sources: noSources });
  const body = clause.field('body');
  if (body) lowerBlock(low, body);
  low.jump(after, clause);
}
