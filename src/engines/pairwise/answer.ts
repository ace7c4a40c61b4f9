// One question about one thread graph, answered by saturation: yes with the run tree of a schedule, no with a certificate.

import type { Stop } from '../../base/budget.js';
import { EffectAlgebra, LockOrders } from '../../logic/effect-algebra/index.js';
import type { EffectQuestion } from '../../model/trees/effect-semantics.js';
import type { ThreadGraph } from '../../model/trees/thread-graph.js';
import type { Certificate } from '../../verdict/certificate.js';
import { effectsBody } from '../../verdict/certify/effects-body.js';
import type { EngineEvent } from '../../verdict/engine.js';
import type { Finding } from '../../verdict/verdict.js';
import { buildRunTree, type RunTree } from './run-tree.js';
import { type Derivation, saturateEffects } from './saturate-effects.js';
import { type Schedule, scheduleRun } from './schedule.js';

export type Answer = { readonly statistics: Finding['statistics'] } & (
  | { readonly kind: 'yes'; readonly run: RunTree; readonly schedule: Schedule }
  | { readonly kind: 'no'; readonly certificate: Certificate }
  | { readonly kind: 'unknown'; readonly because: string }
);

/** A run tree beyond this size is not written out. */
const maximalRunNodes = 2_000_000;

export function* answerQuestion(
  graph: ThreadGraph,
  question: EffectQuestion,
): Generator<EngineEvent, Answer, Stop | undefined> {
  const orders = new LockOrders(graph.lockNames.length);
  const saturated = yield* saturateEffects(graph, question, new EffectAlgebra(orders));
  if (!('at' in saturated)) return { kind: 'unknown', because: saturated.message, statistics: {} };
  const { at, accepting, evaluations } = saturated;
  const statistics = { nodes: graph.nodes.length, evaluations };
  if (accepting) return { ...yesAnswer(graph, accepting), statistics };
  return { kind: 'no', certificate: { kind: 'effects', body: effectsBody(at, orders) }, statistics };
}

function yesAnswer(graph: ThreadGraph, accepting: Derivation) {
  const run = buildRunTree(accepting, maximalRunNodes);
  if (!run) return { kind: 'unknown', because: `the witness has more than ${maximalRunNodes} steps` } as const;
  return { kind: 'yes', run, schedule: scheduleRun(graph, run) } as const;
}
