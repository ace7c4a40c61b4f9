// Explicit search over all interleavings of a finite tree: the oracle that every other procedure is compared with.

import type { ActionTree } from '../action-tree.js';
import { type Configuration, countSteps, initialConfiguration, showsPair, sourceOfTree, step } from '../step.js';

/** Every reachable configuration once. Threads are told apart by where they were spawned: a node of a tree has one path. */
export function* reachableConfigurations(tree: ActionTree): Generator<Configuration<number>> {
  const source = sourceOfTree(tree);
  const start = initialConfiguration(source);
  const seen = new Set([keyOf(start)]);
  const pending = [start];
  for (let configuration = pending.pop(); configuration; configuration = pending.pop()) {
    yield configuration;
    for (let thread = 0; thread < configuration.threads.length; thread++) {
      const ways = countSteps(source, configuration, thread);
      for (let choice = 0; choice < ways; choice++) {
        const next = step(source, configuration, thread, choice);
        const key = keyOf(next);
        if (seen.has(key)) continue;
        seen.add(key);
        pending.push(next);
      }
    }
  }
}

function keyOf({ threads }: Configuration<number>): string {
  return threads
    .map(({ node }) => node)
    .sort((a, b) => a - b)
    .join();
}

export function reachesPair(tree: ActionTree, first: string, second: string): boolean {
  const source = sourceOfTree(tree);
  for (const configuration of reachableConfigurations(tree))
    if (showsPair(source, configuration, first, second)) return true;
  return false;
}

/** Definition 3 for finite trees: some run takes every thread to a node without children. */
export function isSchedulable(tree: ActionTree): boolean {
  for (const { threads } of reachableConfigurations(tree))
    if (threads.every(({ node }) => tree.nodes[node]!.children.length === 0)) return true;
  return false;
}
