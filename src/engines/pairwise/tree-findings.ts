// Questions about the trees of a `.tree` file.

import { type ActionTree, labelsOfTree, type TreeForest } from '../../model/trees/action-tree.js';
import { countSteps, initialConfiguration, sourceOfTree, step } from '../../model/trees/step.js';
import { translateTreeToThreadGraph } from '../../translate/graphs/tree-to-thread-graph.js';
import { isFirst, type RunContext, shareOf, type Task } from '../../verdict/engine.js';
import { treeThreadName } from '../../verdict/meaning/tree-run.js';
import type { OptionValues } from '../../verdict/options.js';
import type { Finding } from '../../verdict/verdict.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { askEach, type Findings } from './ask-each.js';
import { EffectSolver } from './effects/answer.js';
import { allPairs, askedPairs, propertyOf, warnOfAbsent } from './options.js';
import { describeStops, type PlacedAction, witnessStep, witnessSteps } from './tree-witness.js';
import { type Asked, askedPair, derivedAgain, holdsFinding, unknownFinding, violatedFinding } from './words.js';

interface AskedOfTree extends Asked {
  readonly number: number;
  readonly tree: ActionTree;
}

export function* answerForest({ model, options, file, part }: Task<TreeForest>, context: RunContext): Findings {
  const questions: AskedOfTree[] = [];
  for (const [index, tree] of model.trees.entries()) {
    if (isFirst(part)) yield* warnings(tree, options, file);
    questions.push(...questionsOf(tree, index, options));
  }
  let solver: EffectSolver | undefined;
  let solved: ActionTree | undefined;
  yield* askEach(shareOf(questions, part), context, 'effects', (asked) => {
    if (asked.tree !== solved) solver = new EffectSolver(translateTreeToThreadGraph(asked.tree));
    solved = asked.tree;
    return asked.property.kind === 'schedulable'
      ? askSchedulable(model, asked, solver!)
      : askPair(model, asked, solver!);
  });
}

function* warnings(tree: ActionTree, options: OptionValues, file: string): Findings {
  if (propertyOf(options) === 'schedulable') return;
  const labels = labelsOfTree(tree);
  yield* warnOfAbsent(askedPairs(options) ?? allPairs(labels), labels, file);
}

function questionsOf(tree: ActionTree, index: number, options: OptionValues): AskedOfTree[] {
  const number = index + 1;
  if (propertyOf(options) === 'schedulable') return [{ ...askedSchedulable(number), tree, number }];
  const pairs = askedPairs(options) ?? allPairs(labelsOfTree(tree));
  return pairs.map(([first, second]) => ({ ...askedPair(first, second, { tree: number }), tree, number }));
}

function* askPair(forest: TreeForest, asked: AskedOfTree, solver: EffectSolver): Findings<Finding> {
  const answer = yield* solver.answer(asked.property);
  const evidence = { method: 'effects', statistics: answer.statistics };
  if (answer.kind === 'unknown') return unknownFinding(asked, evidence, answer.because);
  if (answer.kind === 'no') return holdsFinding(asked, evidence, derivedAgain);
  const placed = (runNode: number) => placedNode(forest, asked.tree, answer.run[runNode]!.node);
  const witness = { kind: 'execution' as const, steps: witnessSteps(answer, placed) };
  return violatedFinding(asked, evidence, witness, describeStops(answer, placed));
}

function placedNode({ source }: TreeForest, tree: ActionTree, node: number): PlacedAction {
  const { action, span } = tree.nodes[node]!;
  return { action, place: source.place(span) };
}

function askedSchedulable(tree: number): Asked {
  return {
    property: { kind: 'schedulable', tree },
    rule: 'HD5102',
    yes: 'no schedule runs every thread to its end',
    no: 'some schedule runs every thread to its end',
  };
}

function* askSchedulable(forest: TreeForest, asked: AskedOfTree, solver: EffectSolver): Findings<Finding> {
  const answer = yield* solver.answer(asked.property);
  const evidence = { method: 'effects', statistics: answer.statistics };
  if (answer.kind === 'unknown') return unknownFinding(asked, evidence, answer.because);
  if (answer.kind === 'yes') {
    const steps = answer.schedule.steps.map(({ thread, runNode }) => [
      treeThreadName(thread),
      answer.run[runNode]!.choice ?? 0,
    ]);
    return holdsFinding(asked, evidence, { kind: 'schedule', body: { steps } });
  }
  const because = ['the steps are one run that gets stuck; the effects of the tree show that every run does'];
  const witness = { kind: 'execution' as const, steps: stuckRun(forest, asked.tree) };
  return violatedFinding(asked, evidence, witness, { places: [], because });
}

/** Any run until nothing moves: in a tree that is not schedulable, each of them gets stuck. */
function stuckRun(forest: TreeForest, tree: ActionTree): WitnessStep[] {
  const source = sourceOfTree(tree);
  const steps: WitnessStep[] = [];
  let configuration = initialConfiguration(source);
  for (let thread = 0; thread < configuration.threads.length; ) {
    if (countSteps(source, configuration, thread) === 0) {
      thread++;
      continue;
    }
    const { node } = configuration.threads[thread]!;
    const before = configuration.threads.length;
    configuration = step(source, configuration, thread, 0);
    const started = configuration.threads.length > before ? before : undefined;
    steps.push(witnessStep(thread, placedNode(forest, tree, node), 0, started));
    thread = 0;
  }
  return steps;
}
