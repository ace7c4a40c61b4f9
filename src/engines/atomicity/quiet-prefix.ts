// The beginnings of executions. Before it takes part in a pattern a thread often has a long way to go on which it meets
// nobody: it ends where it began, without a lock, and only its own place has changed. Many witnesses share these ways, so
// each step of them is run once, from the initial state, and kept in a tree.

import { type Move, movesOfThread } from '../../model/program/moves.js';
import type { Edge, Program } from '../../model/program/program.js';
import { initialState, type State, type Thread } from '../../model/program/state.js';
import type { LiftedStep } from '../../translate/atomicity-lift.js';
import { takeStep, witnessOfRun } from '../../verdict/program-run.js';
import type { WitnessStep } from '../../verdict/witness.js';

/** A way of one thread and where it has led. */
export interface QuietPrefix {
  readonly thread: Thread;
  readonly steps: readonly WitnessStep[];
}

interface TreeNode {
  readonly state: State;
  readonly step: WitnessStep | undefined;
  readonly next: Map<Edge, TreeNode | undefined>;
}

/** Executions with the same threads. */
export class QuietPrefixes {
  readonly initial: State;
  readonly #trees = new Map<number, TreeNode>();

  constructor(
    readonly program: Program,
    instances: ReadonlyMap<number, number>,
  ) {
    this.initial = initialState(program, instances);
  }

  /** Undefined if a step is not possible, or concerns others after all. */
  run(thread: number, path: readonly LiftedStep[], length: number): QuietPrefix | undefined {
    const steps: WitnessStep[] = [];
    let node: TreeNode | undefined = this.#treeOf(thread);
    for (let i = 0; i < length; i++) {
      node = this.#after(node, thread, path[i]!);
      if (!node) return undefined;
      steps.push(node.step!);
    }
    return { thread: node.state.threads[thread]!, steps };
  }

  #treeOf(thread: number): TreeNode {
    const known = this.#trees.get(thread) ?? { state: this.initial, step: undefined, next: new Map() };
    this.#trees.set(thread, known);
    return known;
  }

  #after(node: TreeNode, thread: number, lifted: LiftedStep): TreeNode | undefined {
    const { next } = node;
    if (!next.has(lifted.edge)) next.set(lifted.edge, this.#make(node, thread, lifted));
    return next.get(lifted.edge);
  }

  #make({ state }: TreeNode, thread: number, lifted: LiftedStep): TreeNode | undefined {
    const move = moveAlong(this.program, state, thread, lifted);
    if (!move) return undefined;
    const step = takeStep(this.program, state, move);
    const { after } = step;
    const concernsOthers = after.shared !== state.shared || after.heap !== state.heap || step.failure;
    if (concernsOthers || after.threads.length !== state.threads.length) return undefined;
    const witness = witnessOfRun({ program: this.program, initial: state, steps: [step] });
    return { state: after, step: witness.steps[0], next: new Map() };
  }
}

/** The move that a step of a path stands for, if it is possible. */
export function moveAlong(
  program: Program,
  state: State,
  thread: number,
  { edge, resumes }: LiftedStep,
): Move | undefined {
  if (!state.threads[thread] || (state.running !== -1 && state.running !== thread)) return undefined;
  const kind = resumes ? 'resume' : 'edge';
  return movesOfThread(program, state, thread).find((move) => move.kind === kind && move.edge === edge);
}
