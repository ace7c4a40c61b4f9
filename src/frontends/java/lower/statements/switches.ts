// `switch`, old and new form: any case may be taken; groups fall through, rules do not. As an expression its value is one of
// those that its cases give, and which of them it is says something about what was tested.

import { readType, unknownType } from '../../symbols/java-type.js';
import { descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import { type EvaluationOptions, evaluate } from '../expressions.js';
import type { Lowering } from '../lowering.js';
import { mergeValues } from '../meeting-paths.js';
import { noSources, union, type Value } from '../shared-object.js';
import { lowerStatement } from './statements.js';

export function lowerSwitch(low: Lowering, node: SyntaxNode, options: EvaluationOptions = {}): Value {
  const condition = node.field('condition');
  const value: Value = condition ? evaluate(low, condition) : { type: unknownType, sources: noSources };
  const breaks = low.target();
  const results: Value[] = [];
  low.scopes.push({ kind: 'jump', label: '', breaks, is: 'switch', results });
  const parts = node.field('body')?.children ?? [];
  const starts = parts.map(() => low.target());
  const hasDefault = parts.some((part) => /^default|\bdefault$/.test(part.child('switch_label')?.text ?? ''));
  const before = low.snapshot();
  const from = low.at;
  for (const start of hasDefault ? starts : [...starts, breaks]) {
    low.restore(before, from);
    low.branch(value.sources, node, start, undefined);
  }
  let falls = false;
  for (const [i, part] of parts.entries()) {
    if (falls) low.jump(starts[i]!, part);
    low.enter(starts[i]!);
    bindPatterns(low, part, value);
    falls = part.type === 'switch_block_statement_group';
    for (const child of part.children) lowerPart(low, child, falls, options, results);
    if (!falls) low.jump(breaks, part);
  }
  if (falls) low.jump(breaks, node);
  low.scopes.pop();
  low.enter(breaks);
  const given = results.length === 0 ? { type: unknownType, sources: noSources } : results.reduce(mergeValues);
  return { ...given, sources: union(given.sources, value.sources) };
}

/** `case 1 -> expression;` gives its value. */
function lowerPart(
  low: Lowering,
  child: SyntaxNode,
  isGroup: boolean,
  options: EvaluationOptions,
  results: Value[],
): void {
  if (child.type === 'switch_label') return;
  const [expression] = !isGroup && child.type === 'expression_statement' ? child.children : [];
  if (!expression) return lowerStatement(low, child);
  if (low.at === undefined) return;
  const value = evaluate(low, expression, options);
  if (low.at !== undefined) results.push(value);
}

/** `case Circle c when c.r() > limit`: names for what is tested, or for parts of it. */
function bindPatterns(low: Lowering, part: SyntaxNode, value: Value): void {
  const label = part.child('switch_label');
  if (!label || low.at === undefined) return;
  bindPattern(low, label, value);
  const guard = label.child('guard')?.children[0];
  if (guard) evaluate(low, guard);
}

export function bindPattern(low: Lowering, around: SyntaxNode, value: Value): void {
  for (const pattern of descendants(around)) {
    if (pattern.type !== 'type_pattern' && pattern.type !== 'record_pattern_component') continue;
    const name = pattern.children.at(-1);
    if (name?.type !== 'identifier') continue;
    const type = readType(pattern.children.at(-2));
    const isWhole = pattern.type === 'type_pattern';
    low.locals.set(name.text, isWhole ? { ...value, type } : { type, sources: value.sources, text: name.text });
  }
}
