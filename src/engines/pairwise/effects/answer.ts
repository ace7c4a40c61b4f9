// Questions about one thread graph, answered by saturation: yes with the run tree of a schedule, or no.
// All questions share the effects without marks.

import type { Stop } from '../../../base/budget.js';
import { EffectAlgebra, LockOrders } from '../../../logic/effect-algebra/index.js';
import type { EffectQuestion } from '../../../model/trees/effect-semantics.js';
import type { ThreadGraph } from '../../../model/trees/thread-graph.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import type { Property } from '../../../verdict/property.js';
import type { Finding } from '../../../verdict/verdict.js';
import { buildRunTree, type RunTree } from '../run-tree.js';
import { type Schedule, scheduleRun } from '../schedule.js';
import { questionOfProperty } from './effect-question.js';
import type { Derivation } from './effect-sets.js';
import { EffectSaturation } from './saturate-effects.js';

export type Answer = { readonly statistics: Finding['statistics'] } & (
  | { readonly kind: 'yes'; readonly run: RunTree; readonly schedule: Schedule }
  | { readonly kind: 'no' }
  | { readonly kind: 'unknown'; readonly because: string }
);

/** Effects per node: a few are mostly enough for a yes, and often all there are. */
const effectLimits = [2, Number.POSITIVE_INFINITY];

/** A run tree beyond this size is not written out. */
const maximalRunNodes = 2_000_000;

export class EffectSolver {
  readonly #algebra: EffectAlgebra;
  /** By whether threads have to run as far as they can. */
  readonly #bases = new Map<boolean, EffectSaturation>();

  constructor(readonly graph: ThreadGraph) {
    this.#algebra = new EffectAlgebra(new LockOrders(graph.lockNames.length));
  }

  *answer(property: Property): Generator<EngineEvent, Answer, Stop | undefined> {
    const question = questionOfProperty(property);
    if (!question) return { kind: 'unknown', because: `no question of kind ${property.kind}`, statistics: {} };
    const base = this.#baseOf(question);
    const early = yield* base.run();
    if (early || base.accepting) return this.#settled(base, early);
    for (const limit of effectLimits) {
      const own = new EffectSaturation(this.graph, question, this.#algebra, base, limit);
      const stop = yield* own.run();
      if (stop || own.accepting) return this.#settled(own, stop);
      if (!own.isCut) return { kind: 'no', statistics: statisticsOf(own) };
    }
    throw new Error('a saturation without limit was cut');
  }

  /** An answer without the whole fixpoint: told to stop, or yes. */
  #settled(saturation: EffectSaturation, stop: Stop | undefined): Answer {
    const statistics = statisticsOf(saturation);
    if (stop) return { kind: 'unknown', because: stop.message, statistics };
    return { ...yesAnswer(this.graph, saturation.accepting!), statistics };
  }

  #baseOf({ complete }: EffectQuestion): EffectSaturation {
    const known = this.#bases.get(complete);
    if (known) return known;
    const base = new EffectSaturation(this.graph, { complete, marksOf: () => 0 }, this.#algebra);
    this.#bases.set(complete, base);
    return base;
  }
}

function statisticsOf({ graph, combinations }: EffectSaturation): Finding['statistics'] {
  return { nodes: graph.nodes.length, combinations };
}

function yesAnswer(graph: ThreadGraph, accepting: Derivation) {
  const run = buildRunTree(accepting, maximalRunNodes);
  if (!run) return { kind: 'unknown', because: `the witness has more than ${maximalRunNodes} steps` } as const;
  return { kind: 'yes', run, schedule: scheduleRun(graph, run) } as const;
}
