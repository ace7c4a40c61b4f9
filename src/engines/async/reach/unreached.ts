// What no run has come to: awaits, calls and writes in functions that some run has entered. A search that never got there
// says nothing about it, however many orders it has tried.

import { deedsOf } from '../../../model/script/deeds.js';
import type { Spot } from '../../../model/script/machine/trace.js';
import type { Script } from '../../../model/script/script.js';
import type { Expression, FunctionNode, Statement } from '../../../model/script/syntax.js';

type Node = Expression | Statement;

/** By function among what was reached: the outermost places in it that were not. */
export function* unreachedIn(script: Script, reached: ReadonlySet<object>): Generator<readonly [FunctionNode, Spot[]]> {
  for (const node of reached) {
    const missing = isFunctionNode(node) ? missingIn(script, node, reached) : [];
    if (isFunctionNode(node) && missing.length > 0)
      yield [node, missing.map(({ span }) => ({ module: node.module, span }))];
  }
}

export function isFunctionNode(node: object): node is FunctionNode {
  return 'parameters' in node && 'body' in node;
}

/** Outermost deeds that were not come to; what only ends the call by throwing is none. */
export function missingIn(script: Script, node: FunctionNode, reached: ReadonlySet<object>): Node[] {
  return deedsOf(script).missing(node, (each) => reached.has(each));
}

/** In the function itself, not in one that it makes. */
export function isOutside({ span }: Spot, { body }: FunctionNode): boolean {
  const open: unknown[] = [body];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object') continue;
    if (isFunctionNode(next) && 'span' in next) {
      if (next.span.start <= span.start && span.end <= next.span.end) return false;
      continue;
    }
    for (const value of Object.values(next)) if (typeof value === 'object') open.push(value);
  }
  return true;
}
