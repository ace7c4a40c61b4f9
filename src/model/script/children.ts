// What a piece of syntax contains, without looking into the functions it defines: asked once per node, then remembered.

import type { Expression, Statement } from './syntax.js';

type Node = Expression | Statement;

const exits = new WeakMap<Node, boolean>();
const throwing = new WeakMap<Node, boolean>();

/** Can the statement leave the block it stands in: by `return`, `throw`, `break` or `continue`? */
export function mayExit(statement: Statement | undefined): boolean {
  return remembered(exits, statement, (node) => ['return', 'throw', 'break', 'continue'].includes(node.kind));
}

export function mayThrow(statement: Statement | undefined): boolean {
  return remembered(throwing, statement, (node) => node.kind === 'throw');
}

function remembered(
  memo: WeakMap<Node, boolean>,
  statement: Statement | undefined,
  test: (node: Node) => boolean,
): boolean {
  if (!statement) return false;
  const known = memo.get(statement);
  if (known !== undefined) return known;
  const found = someNode(statement, test);
  memo.set(statement, found);
  return found;
}

/** Is there such a node in `root`, functions and classes left out? Walks with a stack of its own: input may be deep. */
export function someNode(root: unknown, test: (node: Node) => boolean): boolean {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      for (const item of next) open.push(item);
      continue;
    }
    if (next === null || typeof next !== 'object') continue;
    if (isNode(next)) {
      if (next.kind === 'function' || next.kind === 'class') continue;
      if (test(next)) return true;
    }
    for (const value of Object.values(next)) if (typeof value === 'object') open.push(value);
  }
  return false;
}

function isNode(value: object): value is Node {
  return 'kind' in value && 'span' in value;
}
