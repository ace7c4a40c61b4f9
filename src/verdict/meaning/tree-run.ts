// Executes the steps of a witness on anything that is an action tree, finite or generated. The main thread is `main#1`;
// spawned threads are `main/sp#1`, `main/sp#2`, … in the order in which the steps start them.

import { symbolOfAction } from '../../model/trees/action-symbol.js';
import type { Action } from '../../model/trees/action-tree.js';
import {
  type ActionSource,
  type Configuration,
  countSteps,
  initialConfiguration,
  step,
} from '../../model/trees/step.js';
import type { WitnessStep } from '../witness.js';
import { type ShownStep, stepDifference } from './step-difference.js';

export function treeThreadName(index: number): string {
  return index === 0 ? 'main#1' : `main/sp#${index}`;
}

/** What a step of a tree shows; `started`: the thread that it starts. */
export function treeStep(thread: number, action: Action, started: number | undefined): ShownStep {
  const target = targetOf(action);
  return {
    thread: treeThreadName(thread),
    action: action.kind,
    ...(target === undefined ? {} : { target }),
    ...(action.kind === 'branch' ? { silent: true as const } : {}),
    ...(started === undefined ? {} : { change: `starts ${treeThreadName(started)}` }),
  };
}

function targetOf(action: Action): string | undefined {
  if (action.kind === 'acquire' || action.kind === 'release') return `lock_${action.lock}`;
  return action.kind === 'label' ? action.label : undefined;
}

/** A step of a schedule: who, and which way. */
type TreeMove = Pick<WitnessStep, 'thread' | 'choice'>;

/** The configuration that the steps lead to, or why they are not an execution, or show another one. */
export function runTreeSteps<N>(source: ActionSource<N>, steps: readonly WitnessStep[]): Configuration<N> | string {
  return runTreeMoves(source, steps, differenceOf);
}

export function runTreeMoves<N, M extends TreeMove>(
  source: ActionSource<N>,
  steps: readonly M[],
  problemWith: (step: M, thread: number, action: Action, threads: number) => string | undefined = () => undefined,
): Configuration<N> | string {
  let configuration = initialConfiguration(source);
  for (const [i, shown] of steps.entries()) {
    const { thread: name, choice = 0 } = shown;
    const thread = configuration.threads.findIndex((_, index) => treeThreadName(index) === name);
    if (thread < 0) return `step ${i + 1}: there is no thread ${name}`;
    if (countSteps(source, configuration, thread) <= choice) {
      const { action } = source.view(configuration.threads[thread]!.node);
      return `step ${i + 1}: ${name} cannot take \`${symbolOfAction(action)}\` here`;
    }
    const { action } = source.view(configuration.threads[thread]!.node);
    const difference = problemWith(shown, thread, action, configuration.threads.length);
    if (difference !== undefined) return `step ${i + 1}: ${difference}`;
    configuration = step(source, configuration, thread, choice);
  }
  return configuration;
}

function differenceOf(shown: WitnessStep, thread: number, action: Action, threads: number): string | undefined {
  const started = action.kind === 'spawn' ? threads : undefined;
  // Where a node is written is known to the reader only.
  const place = shown.place ? { place: shown.place } : {};
  return stepDifference(shown, { ...treeStep(thread, action, started), ...place });
}
