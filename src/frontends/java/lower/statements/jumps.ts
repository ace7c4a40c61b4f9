// Leaving scopes: `return`, `break`, `continue`, `throw`. Monitors of the scopes that are left are given back and
// `finally` blocks run, innermost first, each with only the scopes outside of it still open.

import type { SyntaxNode } from '../../syntax/syntax-node.js';
import type { Scope, Sides } from '../frames.js';
import { inField, spawn } from '../inlining.js';
import { recordLeaks, release } from '../locks/locking.js';
import type { Lowering } from '../lowering.js';
import type { Target } from '../meeting-paths.js';
import { noSources, type SharedObject, union, type Value } from '../shared-object.js';
import { lowerCondition } from './conditions.js';
import { lowerBlock } from './statements.js';
import { closeResource } from './tries.js';

export function lowerReturn(low: Lowering, value: Value | undefined, node: SyntaxNode): void {
  if (low.at === undefined) return;
  const { returns, results, depth, entry } = low.frame;
  if (low.frames.length === 1 && value) low.use(value.sources, 'return');
  if (low.frames.length === 2 && value?.object && isOfOne(value.object))
    low.handsOut.push({ object: value.object, node });
  // Whoever gets code may run it, as often as they like.
  if (low.frames.length === 2 && value?.callable) spawn(low, value.callable, node, undefined, { keptIn: inField });
  const isLast = low.frames.length === 2;
  // Which of several results it is says something about the tests on the way, to the call that goes on with it.
  const decided = new Set(isLast ? [] : [...low.control].filter((id) => !entry.has(id)));
  if (value) results.push(decided.size > 0 ? { ...value, sources: union(value.sources, decided) } : value);
  leaveDownTo(low, depth, node, () => {
    if (isLast) recordLeaks(low, node, 'return');
    low.jump(returns, node);
  });
}

/** A plain collection that the object holds. */
function isOfOne({ exact, foreign, library, local }: SharedObject): boolean {
  return exact && !foreign && local === undefined && library?.policy === 'none';
}

/** `return …` of a call that is a condition: it goes on at the side that the result means. */
export function lowerAnswer(low: Lowering, { yes, no }: Sides, answer: SyntaxNode, node: SyntaxNode): void {
  const { depth } = low.frame;
  const [inside, outside] = [low.side(), low.side()];
  lowerCondition(low, answer, inside, outside);
  for (const [from, to] of [
    [inside, yes],
    [outside, no],
  ] as const) {
    low.enter(from);
    if (low.at !== undefined) leaveDownTo(low, depth, node, () => low.jump(to, node));
  }
}

export function lowerBreak(low: Lowering, label: string, node: SyntaxNode): void {
  jumpTo(low, node, (scope) =>
    (label === '' ? scope.is !== 'block' : scope.label === label) ? scope.breaks : undefined,
  );
}

export function lowerYield(low: Lowering, value: Value | undefined, node: SyntaxNode): void {
  if (low.at === undefined) return;
  const around = low.scopes.findLast((scope) => scope.kind === 'jump' && scope.is === 'switch');
  if (value && around?.kind === 'jump') around.results?.push(value);
  jumpTo(low, node, (scope) => (scope.is === 'switch' ? scope.breaks : undefined));
}

export function lowerContinue(low: Lowering, label: string, node: SyntaxNode): void {
  jumpTo(low, node, (scope) =>
    scope.is === 'loop' && (label === '' || scope.label === label) ? scope.continues : undefined,
  );
}

function jumpTo(
  low: Lowering,
  node: SyntaxNode,
  find: (scope: Extract<Scope, { kind: 'jump' }>) => Target | undefined,
): void {
  for (let i = low.scopes.length - 1; i >= low.frame.depth; i--) {
    const scope = low.scopes[i]!;
    const target = scope.kind === 'jump' ? find(scope) : undefined;
    if (target) return leaveDownTo(low, i + 1, node, () => low.jump(target, node));
  }
  low.at = undefined;
}

/** The path goes on with `then` after leaving all scopes above `depth`; afterwards the scopes are as before. */
export function leaveDownTo(low: Lowering, depth: number, node: SyntaxNode, then: () => void): void {
  const { scopes, frames } = low;
  for (let i = scopes.length - 1; i >= depth; i--) {
    low.scopes = scopes.slice(0, i);
    leave(low, scopes[i]!, node);
  }
  then();
  low.scopes = scopes;
  low.frames = frames;
  low.at = undefined;
}

function leave(low: Lowering, scope: Scope, node: SyntaxNode): void {
  if (scope.kind === 'lock' && scope.object) release(low, scope.object, 'exclusive', node);
  if (scope.kind === 'inner') low.emit({ kind: 'release', object: scope.object, mode: 'exclusive', inner: true }, node);
  if (scope.kind === 'finally') lowerBlock(low, scope.block);
  if (scope.kind === 'resource') closeResource(low, scope.value, node);
  if (scope.kind === 'call') leaveCall(low);
}

/** What runs from here on belongs to the caller: names mean what they mean there. */
function leaveCall(low: Lowering): void {
  const { caller } = low.frame;
  low.frames = low.frames.slice(0, -1);
  low.locals = new Map(caller);
}

export const nothing: Value = { type: { name: 'void', args: [], dimensions: 0 }, sources: noSources };
