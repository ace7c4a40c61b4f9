// `try`: the block, its handlers, and `finally` on every way out; resources are closed like a `finally`.

import { readType } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { callOn, unknown } from '../calls.js';
import { evaluate } from '../expressions.js';
import type { Lowering } from '../lowering.js';
import type { Target } from '../meeting-paths.js';
import { noSources, type Value } from '../shared-object.js';
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
  lowerWithin(low, node, node.field('resources')?.children ?? []);
  if (clauses.length > 0) low.scopes.pop();
  low.jumpAll(after, node);
  for (const clause of clauses) lowerCatch(low, clause, handler, after);
}

function catchesAll(clause: SyntaxNode): boolean {
  const types = clause.child('catch_formal_parameter')?.child('catch_type')?.text ?? '';
  return /\b(Throwable|Exception|RuntimeException)\b/.test(types);
}

/** The block with its resources open, the last one closed first. */
function lowerWithin(low: Lowering, node: SyntaxNode, [resource, ...others]: readonly SyntaxNode[]): void {
  if (!resource) return lowerAll(low, node.field('body')?.children ?? []);
  const value = openResource(low, resource);
  low.scopes.push({ kind: 'resource', value, node: resource });
  lowerWithin(low, node, others);
  low.scopes.pop();
  const close = () => closeResource(low, value, resource);
  if (low.others.length === 0) close();
  else eachApart(low, resource, close);
}

function openResource(low: Lowering, node: SyntaxNode): Value {
  const written = node.field('value') ?? node.children[0];
  const value = written ? evaluate(low, written) : unknown;
  const name = node.field('name')?.text;
  if (name === undefined) return value;
  const local = value.type.name === '?' ? { ...value, type: readType(node.field('type')) } : value;
  low.locals.set(name, local);
  return local;
}

/** Runs `close` where its code is given; closing what belongs to the library touches nothing that is followed. */
export function closeResource(low: Lowering, value: Value, node: SyntaxNode): void {
  if (low.at === undefined) return;
  const given = value.object?.cls ?? low.world.project.resolve(value.type, low.frame.cls);
  if (value.callable || given) callOn(low, value, 'close', [], node, true);
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
