// Executes the steps of a witness on anything that is an action tree, finite or generated. The main thread is `main#1`;
// spawned threads are `main/sp#1`, `main/sp#2`, … in the order in which the steps start them.

import { symbolOfAction } from '../../model/trees/action-symbol.js';
import {
  type ActionSource,
  type Configuration,
  countSteps,
  initialConfiguration,
  step,
} from '../../model/trees/step.js';
import type { WitnessStep } from '../witness.js';

export function treeThreadName(index: number): string {
  return index === 0 ? 'main#1' : `main/sp#${index}`;
}

/** The configuration that the steps lead to, or why they are not an execution. */
export function runTreeSteps<N>(source: ActionSource<N>, steps: readonly WitnessStep[]): Configuration<N> | string {
  let configuration = initialConfiguration(source);
  for (const [i, { thread: name, choice = 0 }] of steps.entries()) {
    const thread = configuration.threads.findIndex((_, index) => treeThreadName(index) === name);
    if (thread < 0) return `step ${i + 1}: there is no thread ${name}`;
    if (countSteps(source, configuration, thread) <= choice) {
      const { action } = source.view(configuration.threads[thread]!.node);
      return `step ${i + 1}: ${name} cannot take \`${symbolOfAction(action)}\` here`;
    }
    configuration = step(source, configuration, thread, choice);
  }
  return configuration;
}
