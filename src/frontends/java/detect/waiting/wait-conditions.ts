// What a wait waits for, as far as its text says: a flag, a number or the filling of a collection, and in which direction a
// change makes the condition true. Unclear conditions make no claim.

import type { Access, WaitCall } from '../../lower/unit-graph.js';
import { ancestorOf, type SyntaxNode, unparenthesized } from '../../syntax/syntax-node.js';

export interface WaitCondition {
  readonly text: string;
  /** Each part of the condition for going on waiting: all must hold. */
  readonly parts: readonly SyntaxNode[];
}

/** `while ((x = unlinkFirst()) == null)`: what it depends on is somewhere else. */
const assigns = /[^=!<>]=[^=]/;

/** The condition of the loop or `if` around a wait. */
export function conditionOf({ node }: WaitCall): WaitCondition | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'method_declaration' || at.type === 'lambda_expression') return undefined;
    const condition = /^(while_statement|if_statement|do_statement)$/.test(at.type) ? at.field('condition') : undefined;
    if (condition && condition.text !== '(true)' && !assigns.test(condition.text))
      return { text: condition.text, parts: conjuncts(condition) };
  }
  return undefined;
}

const members = new Set(['method_declaration', 'constructor_declaration']);

/** Each caller waits for something of its own: `while (floor != wanted) wait();`. */
export function dependsOnParameter(call: WaitCall): boolean {
  const text = conditionOf(call)?.text ?? '';
  const words = new Set(text.match(/\w+/g));
  const parameters = ancestorOf(call.node, members)?.field('parameters')?.children ?? [];
  return parameters.some((parameter) => words.has(parameter.field('name')?.text ?? ''));
}

function conjuncts(written: SyntaxNode): SyntaxNode[] {
  const node = unparenthesized(written);
  if (node.type === 'binary_expression' && node.field('operator')?.text === '&&')
    return [...conjuncts(node.field('left')!), ...conjuncts(node.field('right')!)];
  return [node];
}

/** Does this write make one part of the waiting condition false, so that a waiter could go on? */
export function changesFor(access: Access, { parts }: WaitCondition): boolean {
  if (access.kind !== 'write') return false;
  return parts.some((part) => ends(part, access));
}

function ends(part: SyntaxNode, { location, node, constant }: Access): boolean {
  const name = location.field?.name;
  if (name === undefined || !new RegExp(`\\b${name}\\b`).test(part.text)) return false;
  if (location.isContent) return endsFilling(part.text, node.field('name')?.text ?? '');
  if (new RegExp(`^!\\s*(this\\.)?${name}$`).test(part.text)) return constant === 'true';
  if (new RegExp(`^(this\\.)?${name}$`).test(part.text)) return constant === 'false';
  if (/==\s*null$/.test(part.text)) return constant === undefined;
  if (/!=\s*null$/.test(part.text)) return constant === 'null';
  return endsNumber(part.text, name, node.text);
}

function endsFilling(condition: string, method: string): boolean {
  const waitsForMore = /isEmpty\(\)|size\(\)\s*(==|<=|<)\s*(0|1)\b/.test(condition) && !condition.startsWith('!');
  const waitsForLess = /size\(\)\s*(==|>=|>)\s*[a-zA-Z]/.test(condition);
  if (waitsForMore) return /^(add|offer|push|put)/.test(method);
  return waitsForLess && /^(remove|poll|pop|clear|take)/.test(method);
}

function endsNumber(condition: string, name: string, change: string): boolean {
  const grows = new RegExp(`${name}\\s*\\+\\+|\\+\\+\\s*${name}|${name}\\s*\\+=`).test(change);
  const shrinks = new RegExp(`${name}\\s*--|--\\s*${name}|${name}\\s*-=|${name}\\s*=\\s*0\\b`).test(change);
  const waitsForMore = new RegExp(`${name}\\s*(==\\s*0|<=?)`).test(condition);
  const waitsForLess = new RegExp(`${name}\\s*(==\\s*[a-zA-Z]|>=?|!=\\s*0)`).test(condition);
  return (waitsForMore && grows) || (waitsForLess && shrinks);
}
