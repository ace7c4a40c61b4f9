// Runs the effect engine to its end without limits, for tests.

import { EffectAlgebra, type EffectRules, effectRules, LockOrders } from '../../../logic/effect-algebra/index.js';
import type { EffectQuestion } from '../../../model/trees/effect-semantics.js';
import type { ThreadGraph } from '../../../model/trees/thread-graph.js';
import type { Derivation } from '../effects/effect-sets.js';
import { EffectSaturation } from '../effects/saturate-effects.js';

/** A derivation that answers the question with yes, if there is one. */
export function acceptingDerivation(
  graph: ThreadGraph,
  question: EffectQuestion,
  rules: EffectRules = effectRules,
): Derivation | undefined {
  const algebra = new EffectAlgebra(new LockOrders(graph.lockNames.length), rules);
  const base = new EffectSaturation(graph, { complete: question.complete, marksOf: () => 0 }, algebra);
  finish(base);
  if (base.accepting) return base.accepting;
  const own = new EffectSaturation(graph, question, algebra, base);
  finish(own);
  return own.accepting;
}

function finish(saturation: EffectSaturation): void {
  const run = saturation.run();
  while (!run.next().done);
}
