// The effects of all nodes of an action tree, or of a finite graph that unfolds to one, by going round until nothing is new:
// a node's effects are what its action makes of every combination of its children's. Only what nothing dominates is kept
// (T5). A run that shows the question is found as an effect of the root.

import type { Action } from '../../model/trees/action-tree.js';
import type { Work } from '../certifier.js';
import {
  acquire,
  addEffect,
  ended,
  isWholeThread,
  join,
  release,
  spawn,
  stopped,
  type ThreadEffect,
} from './thread-effects.js';

export interface ActionGraphNode {
  readonly action: Action;
  readonly children: readonly number[];
}

export type TreeQuestion =
  /** Two threads at the two labels at once, wherever other threads are. */
  | { readonly kind: 'pair'; readonly first: string; readonly second: string }
  /** Every thread at a node without children. */
  | { readonly kind: 'complete' };

/** Numbers for the locks of the nodes; undefined when there are more than fit. */
export function lockNumbers(actions: Iterable<Action>): ReadonlyMap<number, number> | undefined {
  const numbers = new Map<number, number>();
  for (const action of actions)
    if ((action.kind === 'acquire' || action.kind === 'release') && !numbers.has(action.lock))
      numbers.set(action.lock, numbers.size);
  return numbers.size <= 30 ? numbers : undefined;
}

/**
 * Whether no thread takes a lock that it holds, gives back one that it does not hold last, or ends with locks. The order of
 * effects (T5) needs that: what gives back a lock may stand for what does not only where the lock is held.
 */
export function locksAreNested(nodes: readonly ActionGraphNode[]): boolean {
  const seen = new Set<string>();
  const pending: { readonly id: number; readonly held: readonly number[] }[] = [{ id: 0, held: [] }];
  for (let at = pending.pop(); at; at = pending.pop()) {
    const { id, held } = at;
    const key = `${id} ${held}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { action, children } = nodes[id]!;
    if (action.kind === 'acquire' && held.includes(action.lock)) return false;
    if (action.kind === 'release' && held.at(-1) !== action.lock) return false;
    if (action.kind === 'end' && held.length > 0) return false;
    children.forEach((child, i) => {
      pending.push({ id: child, held: action.kind === 'spawn' && i === 1 ? [] : heldAfter(action, held) });
    });
  }
  return true;
}

function heldAfter(action: Action, held: readonly number[]): readonly number[] {
  if (action.kind === 'acquire') return [...held, action.lock];
  return action.kind === 'release' ? held.slice(0, -1) : held;
}

/** What a node contributes by itself: T1. */
export function ownEffects(action: Action, isLeaf: boolean, question: TreeQuestion, locks: number): ThreadEffect[] {
  if (question.kind === 'complete') {
    if (action.kind === 'end') return [ended(locks)];
    return isLeaf ? [stopped(locks, 0)] : [];
  }
  const effects = [stopped(locks, 0)];
  if (action.kind === 'label' && action.label === question.first) effects.push(stopped(locks, 1));
  if (action.kind === 'label' && action.label === question.second) effects.push(stopped(locks, 2));
  if (action.kind === 'end') effects.push(ended(locks));
  return effects;
}

/** What the action makes of one effect of each child: for a choice, of one child's. Undefined: no run does that. */
export function combine(
  action: Action,
  chosen: readonly ThreadEffect[],
  numberOf: (lock: number) => number,
): ThreadEffect | undefined {
  const [after, child] = chosen;
  if (!after) return undefined;
  switch (action.kind) {
    case 'acquire':
      return acquire(numberOf(action.lock), after);
    case 'release':
      return release(numberOf(action.lock), after);
    case 'join':
      return join(after);
    case 'spawn':
      return child && spawn(after, child);
    case 'label':
    case 'branch':
      return after;
    case 'end':
    case 'bottom':
      return undefined;
  }
}

/** Whether some run shows what is asked; undefined when the work is spent before that is known. */
export function isShown(
  nodes: readonly ActionGraphNode[],
  question: TreeQuestion,
  locks: ReadonlyMap<number, number>,
  work: Work,
): boolean | undefined {
  const effects: ThreadEffect[][] = nodes.map(() => []);
  const parents: number[][] = nodes.map(() => []);
  nodes.forEach(({ children }, id) => {
    for (const child of children) parents[child]!.push(id);
  });
  // In a tree children have larger numbers: one pass from the last to the first does.
  const pending = nodes.map((_, id) => id);
  const isPending = nodes.map(() => true);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    isPending[id] = false;
    if (!update(id)) continue;
    if (work.left <= 0) return undefined;
    for (const parent of parents[id]!) {
      if (!isPending[parent]) pending.push(parent);
      isPending[parent] = true;
    }
  }
  return effects[0]!.some((effect) => isWholeThread(effect) && (question.kind === 'complete' || effect.marks === 3));

  function update(id: number): boolean {
    const { action, children } = nodes[id]!;
    const own = effects[id]!;
    let grown = false;
    const add = (effect: ThreadEffect | undefined) => {
      work.left--;
      if (effect && addEffect(own, effect)) grown = true;
    };
    for (const effect of ownEffects(action, children.length === 0, question, locks.size)) add(effect);
    const below = children.map((child) => [...effects[child]!]);
    const choices = action.kind === 'branch' ? below.flat().map((one) => [one]) : products(below);
    for (const chosen of choices) add(combine(action, chosen, (lock) => locks.get(lock)!));
    return grown;
  }
}

/** One of each list: there are at most two. */
function products(lists: readonly (readonly ThreadEffect[])[]): ThreadEffect[][] {
  const [first = [], second] = lists;
  if (!second) return first.map((one) => [one]);
  return first.flatMap((one) => second.map((other) => [one, other]));
}
