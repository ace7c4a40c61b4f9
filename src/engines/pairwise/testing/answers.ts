// Runs the effect engine to its end without limits, for tests.

import { EffectAlgebra, type EffectRules, effectRules, LockOrders } from '../../../logic/effect-algebra/index.js';
import type { EffectQuestion } from '../../../model/trees/effect-semantics.js';
import type { ThreadGraph } from '../../../model/trees/thread-graph.js';
import { type SaturatedEffects, saturateEffects } from '../saturate-effects.js';

export function effectsOf(
  graph: ThreadGraph,
  question: EffectQuestion,
  rules: EffectRules = effectRules,
): SaturatedEffects {
  const algebra = new EffectAlgebra(new LockOrders(graph.lockNames.length), rules);
  const run = saturateEffects(graph, question, algebra);
  for (let event = run.next(); ; event = run.next()) {
    if (!event.done) continue;
    if ('at' in event.value) return event.value;
    throw new Error(event.value.message);
  }
}
