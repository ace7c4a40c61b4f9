// Saturated effects as plain data: a table of effects, and for each node of the thread graph the ones it has.

import type { Json, JsonObject } from '../../base/json.js';
import {
  type Effect,
  EffectAlgebra,
  EffectAntichain,
  effectOfNumbers,
  effectToNumbers,
  LockOrders,
  type WithEffect,
} from '../../logic/effect-algebra/index.js';
import { type EffectQuestion, isAccepting, transfer } from '../../model/trees/effect-semantics.js';
import type { ThreadGraph } from '../../model/trees/thread-graph.js';

export function effectsBody(at: readonly (readonly WithEffect[])[], orders: LockOrders): JsonObject {
  const indices = new Map<string, number>();
  const table: (readonly number[])[] = [];
  const indexOf = (effect: Effect) => {
    const numbers = effectToNumbers(effect, orders);
    const key = numbers.join();
    const known = indices.get(key);
    if (known !== undefined) return known;
    indices.set(key, table.length);
    return table.push(numbers) - 1;
  };
  const nodes = at.map((items) => items.map(({ effect }) => indexOf(effect)));
  return { effects: table, nodes };
}

/** Undefined when the effects are closed under the rules and none accepts at the root; else what is wrong. */
export function checkEffectsBody(graph: ThreadGraph, question: EffectQuestion, body: JsonObject): string | undefined {
  const algebra = new EffectAlgebra(new LockOrders(graph.lockNames.length));
  const at = readEffects(graph, body, algebra);
  if (typeof at === 'string') return at;
  const itemsAt = (node: number) => at[node]!.items;
  for (const [id, node] of graph.nodes.entries()) {
    let missing = false;
    transfer(algebra, question, node, itemsAt, (effect) => {
      missing ||= !at[id]!.covers(effect);
    });
    if (missing) return `the effects are not closed at node ${id}`;
  }
  const accepting = itemsAt(graph.root).some(({ effect }) => isAccepting(question, effect));
  return accepting ? 'an effect of the main thread shows the pair' : undefined;
}

function readEffects(
  graph: ThreadGraph,
  body: JsonObject,
  algebra: EffectAlgebra,
): EffectAntichain<WithEffect>[] | string {
  const { effects, nodes } = body;
  if (!isList(effects) || !isList(nodes) || nodes.length !== graph.nodes.length) return 'not effects of this model';
  const table = effects.map((numbers) => (isList(numbers) ? effectOfNumbers(numbers, algebra.orders) : undefined));
  if (table.includes(undefined)) return 'the table has an entry that is no effect';
  return nodes.map((indices) => {
    const antichain = new EffectAntichain<WithEffect>(algebra);
    for (const index of isList(indices) ? indices : []) {
      const effect = table[Number(index)];
      if (effect) antichain.add({ effect });
    }
    return antichain;
  });
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
