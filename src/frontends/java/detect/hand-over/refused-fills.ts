// A number or reference inside of an object that was found is changed by a compare-and-set, behind a test of what it expects: who has
// taken the object out and leaves there what the test refuses (zero, a mark) is noticed, and nothing is lost. What the
// taker does to the object is read from its text, for it is no longer shared by then.

import type { FoundUse, Swap } from '../../lower/found-objects.js';
import { readsBehind, type UnitGraph } from '../../lower/unit-graph.js';
import type { FieldInfo } from '../../symbols/class-info.js';
import { ancestorOf, descendants, type SyntaxNode } from '../../syntax/syntax-node.js';

export function isRefused(user: UnitGraph, fill: FoundUse, swap: Swap): boolean {
  const place = triedOut(user, fill);
  return place !== undefined && ends(swap.node, place).some((end) => refuses(fill.node, end));
}

/** The field that holds what the compare-and-set changes, if what it expects was tested before. */
function triedOut(user: UnitGraph, { node }: FoundUse): FieldInfo | undefined {
  const swap = user.accesses.find((access) => access.node === node && access.kind === 'write' && access.validates);
  if (!swap) return undefined;
  const [expected, decided] = [readsBehind(user, swap.expected), readsBehind(user, swap.control)];
  const isTested = [...user.accesses, ...user.hints.values()].some(
    (read) => read.location.id === swap.location.id && expected.has(read.id) && decided.has(read.id),
  );
  return isTested ? swap.location.object.field : undefined;
}

const bodies = new Set(['method_declaration', 'lambda_expression', 'constructor_declaration']);

/** A test of something against what the taker leaves. */
function refuses(tried: SyntaxNode, end: string): boolean {
  const body = ancestorOf(tried, bodies);
  if (!body) return false;
  return [...descendants(body)].some(({ type, text }) => {
    const [, operator, value] = (type === 'binary_expression' && /^\w+ *([!=<>]=|[<>]) *([\w.]+)$/.exec(text)) || [];
    if (value === end && (operator === '==' || operator === '!=')) return true;
    return end === '0' && ['<= 0', '> 0', '< 1', '>= 1'].includes(`${operator} ${value}`);
  });
}

/** What the one who keeps in a local what he has taken out, and then calls something on that, leaves in the field. */
function ends(taken: SyntaxNode, field: FieldInfo): readonly string[] {
  const { parent } = taken;
  const local = parent?.type === 'variable_declarator' ? parent.field('name')?.text : undefined;
  const body = ancestorOf(taken, bodies);
  if (local === undefined || !body) return [];
  return callsIn(body)
    .filter((call) => call.start >= taken.end && isCertain(call, body, local, taken.end))
    .flatMap((call) => endsOf(call, local, field));
}

function endsOf(call: SyntaxNode, local: string, field: FieldInfo): readonly string[] {
  const [on, name] = [call.field('object')?.text, call.field('name')?.text];
  if (on === `${local}.${field.name}`) return endOf(call);
  const [given, ...others] = field.owner.methods.filter((method) => method.name === name);
  if (on !== local || !given?.body || others.length > 0) return [];
  const names = [field.name, `this.${field.name}`];
  const { body } = given;
  const isTried = (inner: SyntaxNode) => inner.field('name')?.text === 'compareAndSet';
  return callsIn(body)
    .filter((inner) => names.includes(inner.field('object')?.text ?? ''))
    .filter((inner) => isTried(inner) || isCertain(inner, body, '', body.start))
    .flatMap(endOf);
}

const isLast = /\) *(== *0|<= *0|< *1)$/;

/** Zero, for who counts down and acts on that; or the mark that is put there. */
function endOf(call: SyntaxNode): readonly string[] {
  const [name, { parent }] = [call.field('name')?.text ?? '', call];
  if (name === 'decrementAndGet') return parent?.type === 'binary_expression' && isLast.test(parent.text) ? ['0'] : [];
  if (!/^(set|getAndSet|compareAndSet)$/.test(name)) return [];
  return call
    .field('arguments')!
    .children.slice(-1)
    .map(({ text }) => text);
}

function callsIn(body: SyntaxNode): readonly SyntaxNode[] {
  return [...descendants(body)].filter(({ type }) => type === 'method_invocation');
}

/** Reached whenever something was taken out: behind no test, and no way out, but for that. */
function isCertain(call: SyntaxNode, body: SyntaxNode, local: string, from: number): boolean {
  const isLeft = [...descendants(body)].some(
    (way) =>
      /^(return|throw|break|continue)_statement$/.test(way.type) &&
      way.start >= from &&
      way.end <= call.start &&
      ancestorOf(way, ifs)?.field('condition')?.text !== `(${local} == null)`,
  );
  if (isLeft) return false;
  let inside = call;
  for (let at = call.parent; at && at !== body; inside = at, at = at.parent)
    if (at.start >= from && !isTestOf(at, inside, local)) return false;
  return true;
}

const ifs = new Set(['if_statement']);

/** No test, or the call is what it tests, or it tests whether anything was taken out. */
function isTestOf(at: SyntaxNode, inside: SyntaxNode, local: string): boolean {
  if (
    /^(catch_clause|switch_\w+|ternary_expression|lambda_expression|\w+for_statement|(for|while|do)_statement)$/.test(
      at.type,
    )
  )
    return false;
  if (at.type === 'if_statement') {
    const condition = at.field('condition');
    return inside === condition || condition?.text === `(${local} != null)`;
  }
  const isSecond = at.type === 'binary_expression' && at.field('right') === inside && /&&|\|\|/.test(at.text);
  return !isSecond || [`${local} != null`, `${local} == null`].includes(at.field('left')?.text ?? '');
}
