// Least fixpoint of the effect semantics over a thread graph: every node gets the antichain of its best effects.
// Semi-naive: an effect that is new at a node is combined, once, with what the node's predecessors know of their other
// successors. What no label takes part in is the same for every question: it is saturated once, and a question only adds
// the effects with marks on top of that base. What others depend on goes first: on a tree each node is taken once.

import type { Stop } from '../../../base/budget.js';
import { RankedWorklist } from '../../../base/ranked-worklist.js';
import type { Effect, EffectAlgebra } from '../../../logic/effect-algebra/index.js';
import {
  type EffectQuestion,
  type Emit,
  emitOwnEffects,
  emitPrepended,
  isAccepting,
  type Origin,
} from '../../../model/trees/effect-semantics.js';
import {
  dependencyRanks,
  type NodeUse,
  successorsOf,
  type ThreadGraph,
  usesOf,
} from '../../../model/trees/thread-graph.js';
import type { EngineEvent } from '../../../verdict/engine.js';
import { type Derivation, EffectSets } from './effect-sets.js';

/** Combinations of effects between two signs of life. */
const combinationsPerTick = 20_000;

export class EffectSaturation {
  readonly #paths: EffectSets;
  readonly #suffixes: EffectSets;
  readonly #fresh: Derivation[][] = [];
  readonly #worklist: RankedWorklist;
  readonly #uses: readonly (readonly NodeUse[])[];
  /** A derivation at the root that answers the question with yes. */
  accepting: Derivation | undefined;
  combinations = 0;

  /** On a `base`, which must be saturated, only what has marks is new. With a limit per node a yes is still right. */
  constructor(
    readonly graph: ThreadGraph,
    readonly question: EffectQuestion,
    readonly algebra: EffectAlgebra,
    readonly base?: EffectSaturation,
    limit = Number.POSITIVE_INFINITY,
  ) {
    if (base && !base.#worklist.isEmpty) throw new Error('the base is not saturated');
    this.#paths = new EffectSets(algebra, limit, base ? base.#paths : undefined);
    this.#suffixes = new EffectSets(algebra, limit, base ? base.#suffixes : undefined);
    this.#worklist = new RankedWorklist(base ? base.#worklist.ranks : dependencyRanks(graph));
    this.#uses = base ? base.#uses : usesOf(graph);
    graph.nodes.forEach((node, id) => {
      emitOwnEffects<Derivation>(question, node, (effect, origin) => {
        if (!base || effect.marks !== 0) this.#add(id, effect, origin);
      });
    });
  }

  /** Goes on until nothing is new or the question is answered; after a stop it can be called again. */
  *run(): Generator<EngineEvent, Stop | undefined, Stop | undefined> {
    let lastTick = this.combinations;
    for (let node = this.#next(); node !== undefined; node = this.#next()) {
      const fresh = this.#fresh[node]!;
      this.#fresh[node] = [];
      for (const item of fresh) if (this.#setsFor(item.effect).has(item)) this.#propagate(item);
      if (this.combinations - lastTick < combinationsPerTick) continue;
      lastTick = this.combinations;
      const stop = yield { kind: 'progress', done: this.combinations };
      if (stop) return stop;
    }
    return undefined;
  }

  /** Effects were left out because of the limit: without an accepting one, nothing is known. */
  get isCut(): boolean {
    return this.#paths.isCut || this.#suffixes.isCut;
  }

  #next(): number | undefined {
    return this.accepting ? undefined : this.#worklist.take();
  }

  #setsFor(effect: Effect): EffectSets {
    return effect.returns ? this.#paths : this.#suffixes;
  }

  #add(node: number, effect: Effect, origin: Origin<Derivation>): void {
    const item = this.#setsFor(effect).add(node, effect, origin);
    if (!item) return;
    if (node === this.graph.root && isAccepting(this.question, effect)) this.accepting ??= item;
    (this.#fresh[node] ??= []).push(item);
    this.#worklist.add(node);
  }

  #propagate(item: Derivation): void {
    for (const { node, position } of this.#uses[item.node]!) {
      const emit: Emit<Derivation> = (effect, origin) => {
        this.combinations++;
        this.#add(node, effect, origin);
      };
      for (const operands of this.#operandsWith(node, position, item))
        emitPrepended(this.algebra, this.graph.nodes[node]!, operands, emit);
    }
  }

  /** The new item at its place; at the other place of a spawn or a call, what is known there. */
  #operandsWith(id: number, position: number, item: Derivation): readonly (readonly (readonly Derivation[])[])[] {
    const node = this.graph.nodes[id]!;
    if (node.kind !== 'spawn' && node.kind !== 'call')
      return [successorsOf(node).map((_, i) => (i === position ? [item] : []))];
    if (position === 1) {
      const others = node.kind === 'spawn' ? this.#suffixes.known(node.child) : this.#paths.known(node.callee);
      return others.map((items) => [items, [item]]);
    }
    if (node.kind === 'call' && !item.effect.returns) return [[[item], []]];
    const nexts = [...this.#suffixes.known(node.next), ...this.#paths.known(node.next)];
    return nexts.map((items) => [[item], items]);
  }
}
