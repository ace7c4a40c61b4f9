// Stacks the layers that make a problem simple: reductions, and between them what sets of one token tell.

import type { Problem } from '../problem.js';
import { type Refuter, refuteNothing } from '../search/refuter.js';
import type { Layer } from './layer.js';
import { oneTokenSets, withoutRefuted } from './one-token-sets.js';
import { recover, splitLimit } from './recover.js';
import { type ReductionRules, reduce } from './reduce.js';

/** Layers of simpler problems, and what is known about the last. */
interface Simplified {
  readonly layers: readonly Layer[];
  readonly refute: Refuter;
  /** How many layers come before the first one that splits controls. */
  readonly unsplit: number;
}

/** Reduces, drops what sets of one token refute, recovers controls that hide in such sets, and reduces again while that helps. */
export function* simplify(problem: Problem, rules: ReductionRules): Generator<number, Simplified, void> {
  if (!rules.recover) return { layers: [yield* reduce(problem, rules)], refute: refuteNothing, unsplit: 1 };
  const careful = { ...rules, forget: false };
  const layers = [yield* reduce(problem, careful)];
  const limit = splitLimit(layers[0]!.problem);
  let refute = refuteNothing;
  let unsplit: number | undefined;
  while (!layers.at(-1)!.answer) {
    const now = layers.at(-1)!.problem;
    const sets = yield* oneTokenSets(now);
    refute = (_, marking) => sets.refute(marking);
    const relieved = withoutRefuted(now, sets);
    const layer = relieved ?? (yield* recover(now, sets, limit));
    if (layer && !relieved) unsplit ??= layers.length;
    const last = layer ?? (yield* reduce(now, rules));
    layers.push(last);
    refute = last.lower(refute);
    if (!layer) break;
    layers.push(yield* reduce(layer.problem, careful));
  }
  return { layers, refute, unsplit: unsplit ?? layers.length };
}
