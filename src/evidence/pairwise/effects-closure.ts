// Are saturated effects closed under the rules of the effect semantics, up to the order, and does none answer the
// question with yes at the root? The base, without marks, is checked once; a question only where it adds something:
// at labels it marks and at nodes with a successor that has effects of the question's own.

import type { Json, JsonObject } from '../../base/json.js';
import {
  EffectAlgebra,
  EffectAntichain,
  effectOfNumbers,
  LockOrders,
  type WithEffect,
} from '../../logic/effect-algebra/index.js';
import { type EffectQuestion, isAccepting, transfer } from '../../model/trees/effect-semantics.js';
import { type NodeUse, type ThreadGraph, usesOf } from '../../model/trees/thread-graph.js';

/** By node; nodes without effects are left out. */
type Sets = ReadonlyMap<number, EffectAntichain<WithEffect>>;

export class EffectsClosure {
  readonly #algebra: EffectAlgebra;
  readonly #table: readonly (WithEffect | undefined)[];
  readonly #uses: readonly (readonly NodeUse[])[];
  readonly #base: Sets;
  /** By whether the questions are complete: the outcome for the base. */
  readonly #checkedBases = new Map<boolean, string | undefined>();

  constructor(
    readonly graph: ThreadGraph,
    body: JsonObject,
  ) {
    this.#algebra = new EffectAlgebra(new LockOrders(graph.lockNames.length));
    this.#table = listOf(body['effects']).map((numbers) => {
      const effect = effectOfNumbers(listOf(numbers), this.#algebra.orders);
      return effect && { effect };
    });
    this.#uses = usesOf(graph);
    this.#base = this.#readSets(body['nodes']);
  }

  /** Undefined when the effects show that the answer is no; else what is wrong with them. `nodes`: the question's own. */
  check(question: EffectQuestion, nodes: Json): string | undefined {
    if (this.#table.includes(undefined)) return 'the table has an entry that is no effect';
    const problem = this.#checkBase(question.complete);
    if (problem !== undefined) return problem;
    const own = this.#readSets(nodes);
    const open = this.#firstOpen(question, this.#affectedNodes(question, own), [this.#base, own]);
    if (open !== undefined) return `the effects are not closed at node ${open}`;
    const atRoot = [this.#base, own].flatMap((sets) => sets.get(this.graph.root)?.items ?? []);
    const accepting = atRoot.some(({ effect }) => isAccepting(question, effect));
    return accepting ? 'an effect of the main thread shows the pair' : undefined;
  }

  #checkBase(complete: boolean): string | undefined {
    if (!this.#checkedBases.has(complete)) {
      const open = this.#firstOpen({ complete, marksOf: () => 0 }, this.graph.nodes.keys(), [this.#base]);
      this.#checkedBases.set(complete, open === undefined ? undefined : `the effects are not closed at node ${open}`);
    }
    return this.#checkedBases.get(complete);
  }

  /** The first of the nodes that has an effect, by the rules, which nothing in the sets covers. */
  #firstOpen(question: EffectQuestion, nodes: Iterable<number>, sets: readonly Sets[]): number | undefined {
    const itemsAt = (node: number) => sets.flatMap((some) => some.get(node)?.items ?? []);
    for (const id of nodes) {
      let isOpen = false;
      transfer(this.#algebra, question, this.graph.nodes[id]!, itemsAt, (effect) => {
        isOpen ||= !sets.some((some) => some.get(id)?.covers(effect));
      });
      if (isOpen) return id;
    }
    return undefined;
  }

  #affectedNodes(question: EffectQuestion, own: Sets): ReadonlySet<number> {
    const affected = new Set<number>();
    this.graph.nodes.forEach((node, id) => {
      if (node.kind === 'label' && question.marksOf(node.label) !== 0) affected.add(id);
    });
    for (const changed of own.keys()) for (const { node } of this.#uses[changed] ?? []) affected.add(node);
    return affected;
  }

  /** Entries that make no sense are left out: then something else is not covered. */
  #readSets(entries: Json | undefined): Sets {
    const sets = new Map<number, EffectAntichain<WithEffect>>();
    for (const entry of listOf(entries)) {
      const [node, ...indices] = listOf(entry).map(Number);
      if (node === undefined || !this.graph.nodes[node]) continue;
      const antichain = new EffectAntichain<WithEffect>(this.#algebra);
      for (const index of indices) {
        const item = this.#table[index];
        if (item) antichain.add(item);
      }
      sets.set(node, antichain);
    }
    return sets;
  }
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
