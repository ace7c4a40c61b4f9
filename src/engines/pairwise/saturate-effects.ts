// Least fixpoint of the effect semantics over a thread graph: every node gets the antichain of its best effects.
// One worklist of nodes; a node is evaluated again when a successor has gained an effect. On a finite tree the nodes
// are numbered in preorder and the worklist takes the largest first, so each is evaluated once.

import type { Stop } from '../../base/budget.js';
import { IndexWorklist } from '../../base/worklist.js';
import { type Effect, type EffectAlgebra, EffectAntichain } from '../../logic/effect-algebra/index.js';
import { type EffectQuestion, isAccepting, type Origin, transfer } from '../../model/trees/effect-semantics.js';
import { successorsOf, type ThreadGraph } from '../../model/trees/thread-graph.js';
import type { EngineEvent } from '../../verdict/engine.js';

/** An effect of a node, and how it came about. */
export interface Derivation extends Origin<Derivation> {
  readonly node: number;
  readonly effect: Effect;
}

export interface SaturatedEffects {
  readonly at: readonly (readonly Derivation[])[];
  /** A derivation at the root that answers the question with yes. */
  readonly accepting: Derivation | undefined;
  readonly evaluations: number;
}

const evaluationsPerTick = 4096;

export function* saturateEffects(
  graph: ThreadGraph,
  question: EffectQuestion,
  algebra: EffectAlgebra,
): Generator<EngineEvent, SaturatedEffects | Stop, Stop | undefined> {
  const predecessors = predecessorsOf(graph);
  const found = graph.nodes.map(() => new EffectAntichain<Derivation>(algebra));
  const itemsAt = (node: number) => found[node]!.items;
  const worklist = new IndexWorklist(graph.nodes.length);
  for (let node = 0; node < graph.nodes.length; node++) worklist.add(node);
  let evaluations = 0;
  for (let node = worklist.take(); node !== undefined; node = worklist.take()) {
    if (++evaluations % evaluationsPerTick === 0) {
      const stop = yield { kind: 'progress', done: evaluations };
      if (stop) return stop;
    }
    const id = node;
    let grown = false;
    transfer(algebra, question, graph.nodes[id]!, itemsAt, (effect, origin) => {
      if (found[id]!.add({ node: id, effect, ...origin })) grown = true;
    });
    if (grown) for (const predecessor of predecessors[id]!) worklist.add(predecessor);
  }
  const accepting = itemsAt(graph.root).find(({ effect }) => isAccepting(question, effect));
  return { at: found.map(({ items }) => items), accepting, evaluations };
}

function predecessorsOf(graph: ThreadGraph): number[][] {
  const predecessors: number[][] = graph.nodes.map(() => []);
  graph.nodes.forEach((node, id) => {
    for (const successor of successorsOf(node)) predecessors[successor]!.push(id);
  });
  return predecessors;
}
