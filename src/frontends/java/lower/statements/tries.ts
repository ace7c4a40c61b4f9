// `try`: the block, its handlers, and `finally` on every way out; resources are closed like a `finally`.

import { readType } from '../../symbols/java-type.js';
import type { SyntaxNode } from '../../syntax/syntax-node.js';
import { callOn, unknown } from '../calls.js';
import { evaluate } from '../expressions.js';
import type { Handler, Landing } from '../frames.js';
import type { Lowering } from '../lowering.js';
import type { State, Target } from '../meeting-paths.js';
import { noSources, union, type Value } from '../shared-object.js';
import { eachApart, lowerAll, lowerBlock } from './statements.js';
import { caughtTypes, mayArise } from './thrown-types.js';
import { leaveLandings, thrownName } from './throws.js';

export function lowerTry(low: Lowering, node: SyntaxNode): void {
  const last = node.child('finally_clause')?.child('block');
  const after = low.meeting();
  const landings: Landing[] = [];
  if (last) low.scopes.push({ kind: 'finally', block: last, landings, control: low.control });
  lowerGuarded(low, node, after);
  low.enterApart(after);
  if (!last) return;
  low.scopes.pop();
  if (low.others.length === 0) lowerBlock(low, last);
  else eachApart(low, last, () => lowerBlock(low, last));
  leaveApart(low, landings, last, () => lowerBlock(low, last));
}

/** Exceptions leave; paths that were kept apart are as before. */
function leaveApart(low: Lowering, landings: readonly Landing[], node: SyntaxNode, then: () => void): void {
  const { others } = low;
  low.others = [];
  leaveLandings(low, landings, node, then);
  low.others = others;
}

function lowerGuarded(low: Lowering, node: SyntaxNode, after: Target): void {
  const handlers = node.children
    .filter(({ type }) => type === 'catch_clause')
    .map((clause): Handler => {
      const caught = caughtTypes(low.world.project, clause, low.frame.cls);
      return { caught, clause, target: low.target(), thrown: [], decided: noSources };
    });
  const [start, from] = [low.snapshot(), low.at];
  if (handlers.length > 0) low.scopes.push({ kind: 'catch', clauses: handlers });
  lowerWithin(low, node, node.field('resources')?.children ?? []);
  if (handlers.length > 0) low.scopes.pop();
  const unreached = handlers.filter(({ target, caught }) => target.states.length === 0 && mayArise(caught));
  if (unreached.length > 0) reach(low, unreached, start, from, node);
  low.jumpAll(after, node);
  for (const handler of handlers) lowerCatch(low, handler, after);
}

/** Nothing in the block is seen to throw: then it may have happened before or after all of it. */
function reach(
  low: Lowering,
  handlers: readonly Handler[],
  start: State,
  from: number | undefined,
  node: SyntaxNode,
): void {
  const [end, at] = [low.snapshot(), low.at];
  for (const { target } of handlers)
    for (const [state, place] of [
      [start, from],
      [end, at],
    ] as const) {
      low.restore(state, place);
      low.jump(target, node);
    }
  low.restore(end, at);
}

/** The block with its resources open, the last one closed first. */
function lowerWithin(low: Lowering, node: SyntaxNode, [resource, ...others]: readonly SyntaxNode[]): void {
  if (!resource) return lowerAll(low, node.field('body')?.children ?? []);
  const value = openResource(low, resource);
  const landings: Landing[] = [];
  low.scopes.push({ kind: 'resource', value, node: resource, landings, control: low.control });
  lowerWithin(low, node, others);
  low.scopes.pop();
  const close = () => closeResource(low, value, resource);
  if (low.others.length === 0) close();
  else eachApart(low, resource, close);
  leaveApart(low, landings, resource, close);
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

function lowerCatch(low: Lowering, { clause, target, thrown, decided }: Handler, after: Target): void {
  low.enter(target);
  if (low.at === undefined) return;
  low.control = union(low.control, decided);
  const parameter = clause.child('catch_formal_parameter')?.field('name')?.text;
  const value = low.locals.get(thrownName) ?? unknown;
  low.locals.delete(thrownName);
  if (parameter !== undefined) low.locals.set(parameter, { ...value, ...(thrown.length > 0 ? { thrown } : {}) });
  const body = clause.field('body');
  if (body) lowerBlock(low, body);
  low.jump(after, clause);
}
