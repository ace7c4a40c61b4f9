// What a piece of syntax contains, without looking into the functions it defines: asked once per node, then remembered.

import { derived } from '../../base/derived.js';
import type { Expression, Pattern, Statement } from './syntax.js';

type Node = Expression | Statement;

/** Can the statement leave the block it stands in: by `return`, `throw`, `break` or `continue`? */
export function mayExit(statement: Statement | undefined): boolean {
  return statement !== undefined && exits(statement);
}

const exits = derived((statement: Statement) =>
  someNode(statement, ({ kind }) => ['return', 'throw', 'break', 'continue'].includes(kind)),
);

export function mayThrow(statement: Statement | undefined): boolean {
  return statement !== undefined && throws(statement);
}

const throws = derived((statement: Statement) => someNode(statement, ({ kind }) => kind === 'throw'));

/** Does it wait for others to say so, `await new Promise(…)`, `await this.idle`, rather than for what it asks for itself? */
export function mayQueue(statement: Statement | undefined): boolean {
  return statement !== undefined && queues(statement);
}

const queues = derived((statement: Statement) =>
  someNode(statement, (node) => node.kind === 'await' && ['new', 'member', 'identifier'].includes(node.operand.kind)),
);

/** What an execution has to come to before one can say that it was tried: a switch point, a call, a write. */
export function isDeed(node: Node): boolean {
  switch (node.kind) {
    case 'await':
    case 'call':
    case 'assign':
    case 'update':
    case 'yield':
      return true;
    default:
      return node.kind === 'unary' && node.operator === 'delete';
  }
}

/** Names declared by `var` in a body, functions left out. */
export const variablesIn = derived((body: readonly Statement[]): readonly string[] => {
  const names = new Set<string>();
  someNode(body, (node) => {
    if (node.kind === 'declare' && node.variable === 'var')
      for (const { pattern } of node.declarations) for (const name of namesOf(pattern)) names.add(name);
    if ((node.kind === 'for-of' || node.kind === 'for-in') && node.variable === 'var')
      for (const name of namesOf(node.target)) names.add(name);
    return false;
  });
  return [...names];
});

export function namesOf(pattern: Pattern): string[] {
  const rest = 'rest' in pattern && pattern.rest ? namesOf(pattern.rest) : [];
  switch (pattern.kind) {
    case 'variable':
      return [pattern.name];
    case 'place':
      return [];
    case 'array-pattern':
      return [...pattern.elements.flatMap((element) => (element ? namesOf(element.pattern) : [])), ...rest];
    case 'object-pattern':
      return [...pattern.properties.flatMap((property) => namesOf(property.pattern)), ...rest];
  }
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
