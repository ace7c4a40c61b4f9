// What each node of a thread graph makes of the effects of its successors: the rules under which an engine saturates
// and against which a checker tests that a saturated set is closed.

import type { Mask } from '../../base/integers/bit-set.js';
import {
  type Effect,
  type EffectAlgebra,
  endEffect,
  isThread,
  returnEffect,
  stopAt,
  stopEffect,
  type WithEffect,
} from '../../logic/effect-algebra/index.js';
import type { GraphNode } from './thread-graph.js';

/** The question: which marks a label gives to a thread that stops at it, and whether threads may stop anywhere. */
export interface EffectQuestion {
  /** For a pair (a, b): 1 for a, 2 for b, 3 for both. */
  marksOf(label: string): Mask;
  /** Threads must run until they can go no further (schedulability), rather than stop at any node. */
  readonly complete: boolean;
}

/** How an effect came about, so that a run can be rebuilt. */
export interface Origin<T> {
  readonly next?: T;
  readonly child?: T;
  /** The callee's effect. */
  readonly callee?: T;
  readonly choice?: number;
}

export type Emit<T> = (effect: Effect, origin: Origin<T>) => void;

/** What a node contributes by itself: a place to stop, to return or to end. */
export function emitOwnEffects<T>(question: EffectQuestion, node: GraphNode, emit: Emit<T>): void {
  if (!question.complete || isStoppingLeaf(node)) emit(stopEffect, {});
  if (node.kind === 'label') stopAtLabel(question, node.label, node.next === undefined, emit);
  if (node.kind === 'return') emit(returnEffect, {});
  if (node.kind === 'end') emit(endEffect, {});
}

/** What a node makes of effects of its successors: one operand per successor, in the order of `successorsOf`. */
export function emitPrepended<T extends WithEffect>(
  algebra: EffectAlgebra,
  node: GraphNode,
  operands: readonly (readonly T[])[],
  emit: Emit<T>,
): void {
  const [first = [], second = []] = operands;
  const prepend = (operation: (effect: Effect) => Effect | undefined) => {
    for (const item of first) emitDefined(emit, operation(item.effect), { next: item });
  };
  switch (node.kind) {
    case 'acquire':
      return prepend((effect) => algebra.acquire(node.lock, effect));
    case 'release':
      return prepend((effect) => algebra.release(node.lock, effect));
    case 'join':
      return prepend((effect) => algebra.join(effect));
    case 'label':
      return prepend((effect) => effect);
    case 'branch':
      return operands.forEach((items, choice) => {
        for (const item of items) emit(item.effect, { next: item, choice });
      });
    case 'spawn':
      return emitSpawned(algebra, first, second, emit);
    case 'call':
      return emitCalled(algebra, first, second, emit);
    default:
      return;
  }
}

function isStoppingLeaf(node: GraphNode): boolean {
  return node.kind === 'bottom' || (node.kind === 'label' && node.next === undefined);
}

function emitDefined<T>(emit: Emit<T>, effect: Effect | undefined, origin: Origin<T>): void {
  if (effect) emit(effect, origin);
}

function stopAtLabel<T>({ marksOf, complete }: EffectQuestion, label: string, isLeaf: boolean, emit: Emit<T>): void {
  if (complete && !isLeaf) return;
  const marks = marksOf(label);
  if (marks & 1) emit(stopAt(1), {});
  if (marks & 2) emit(stopAt(2), {});
}

function emitSpawned<T extends WithEffect>(
  algebra: EffectAlgebra,
  children: readonly T[],
  nexts: readonly T[],
  emit: Emit<T>,
): void {
  for (const child of children) {
    if (!isThread(child.effect)) continue;
    for (const next of nexts) emitDefined(emit, algebra.spawn(child.effect, next.effect), { child, next });
  }
}

function emitCalled<T extends WithEffect>(
  algebra: EffectAlgebra,
  callees: readonly T[],
  nexts: readonly T[],
  emit: Emit<T>,
): void {
  for (const callee of callees) {
    if (!callee.effect.returns) emit(callee.effect, { callee });
    else for (const next of nexts) emitDefined(emit, algebra.compose(callee.effect, next.effect), { callee, next });
  }
}

/** Does the main thread's effect show the pair? */
export function isAccepting(question: EffectQuestion, effect: Effect): boolean {
  return isThread(effect) && (question.complete || effect.marks === 3);
}
