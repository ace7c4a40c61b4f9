// Questions about the trees of a `.tree` file.

import type { Stop } from '../../base/budget.js';
import { type ActionTree, labelsOfTree, type TreeForest } from '../../model/trees/action-tree.js';
import { pairQuestion, schedulabilityQuestion } from '../../model/trees/effect-question.js';
import { countSteps, initialConfiguration, sourceOfTree, step } from '../../model/trees/step.js';
import { translateTreeToThreadGraph } from '../../translate/tree-to-thread-graph.js';
import type { EngineEvent, RunContext, Task } from '../../verdict/engine.js';
import { treeThreadName } from '../../verdict/replay/tree-run.js';
import type { CaptionedPlace, Finding } from '../../verdict/verdict.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { type Answer, answerQuestion } from './answer.js';
import { absentLabel, allPairs, askedPairs, type LabelPair, propertyOf } from './options.js';
import { type Asked, askedPair, holdsFinding, unknownFinding, violatedFinding } from './words.js';

type Findings<T = void> = Generator<EngineEvent, T, Stop | undefined>;

export function* answerForest({ model, options, file }: Task<TreeForest>, context: RunContext): Findings {
  for (const [index, tree] of model.trees.entries()) {
    if (propertyOf(options) === 'schedulable') {
      context.nextQuestion();
      yield { kind: 'finding', finding: yield* askSchedulable(model, tree, index + 1) };
      continue;
    }
    const labels = labelsOfTree(tree);
    const pairs = askedPairs(options) ?? allPairs(labels);
    for (const label of new Set(pairs.flat()))
      if (!labels.has(label)) yield { kind: 'diagnostic', diagnostic: absentLabel(file, label) };
    for (const pair of pairs) {
      context.nextQuestion();
      yield { kind: 'finding', finding: yield* askPair(model, tree, index + 1, pair) };
    }
  }
}

function* askPair(forest: TreeForest, tree: ActionTree, number: number, [first, second]: LabelPair): Findings<Finding> {
  const asked = askedPair(first, second, { tree: number });
  const question = pairQuestion(new Set([first]), new Set([second]));
  const answer = yield* answerQuestion(translateTreeToThreadGraph(tree), question);
  const evidence = { method: 'effects', statistics: answer.statistics };
  if (answer.kind === 'unknown') return unknownFinding(asked, evidence, answer.because);
  if (answer.kind === 'no') return holdsFinding(asked, evidence, answer.certificate);
  const places = stopsOf(forest, tree, answer);
  const because = places.map(({ caption }) => caption);
  return violatedFinding(asked, evidence, { steps: witnessSteps(forest, tree, answer) }, { places, because });
}

type Yes = Extract<Answer, { kind: 'yes' }>;

function witnessSteps(forest: TreeForest, tree: ActionTree, { run, schedule }: Yes): WitnessStep[] {
  return schedule.steps.map(({ thread, runNode, started }) => {
    const { node, choice } = run[runNode]!;
    return stepOf(forest, tree, node, thread, choice, started);
  });
}

function stepOf(
  { source }: TreeForest,
  tree: ActionTree,
  node: number,
  thread: number,
  choice: number | undefined,
  started: number | undefined,
): WitnessStep {
  const { action, span } = tree.nodes[node]!;
  const target = targetOf(tree, node);
  return {
    thread: treeThreadName(thread),
    action: action.kind,
    place: source.place(span),
    ...(target === undefined ? {} : { target }),
    ...(action.kind === 'branch' ? { silent: true as const, choice: choice ?? 0 } : {}),
    ...(started === undefined ? {} : { change: `starts ${treeThreadName(started)}` }),
  };
}

function targetOf(tree: ActionTree, node: number): string | undefined {
  const { action } = tree.nodes[node]!;
  if (action.kind === 'acquire' || action.kind === 'release') return `lock_${action.lock}`;
  return action.kind === 'label' ? action.label : undefined;
}

/** Where the threads that stop at labels are. */
function stopsOf({ source }: TreeForest, tree: ActionTree, { run, schedule }: Yes): CaptionedPlace[] {
  return schedule.positions.flatMap((position, thread) => {
    const { node, stops } = run[position]!;
    const { action, span } = tree.nodes[node]!;
    if (!stops || action.kind !== 'label') return [];
    return [{ place: source.place(span), caption: `${treeThreadName(thread)} is at ${action.label}` }];
  });
}

function* askSchedulable(forest: TreeForest, tree: ActionTree, number: number): Findings<Finding> {
  const asked: Asked = {
    property: { kind: 'schedulable', tree: number },
    rule: 'HD5102',
    yes: 'no schedule runs every thread to its end',
    no: 'some schedule runs every thread to its end',
  };
  const answer = yield* answerQuestion(translateTreeToThreadGraph(tree), schedulabilityQuestion);
  const evidence = { method: 'effects', statistics: answer.statistics };
  if (answer.kind === 'unknown') return unknownFinding(asked, evidence, answer.because);
  if (answer.kind === 'yes') {
    const steps = answer.schedule.steps.map(({ thread, runNode }) => [
      treeThreadName(thread),
      answer.run[runNode]!.choice ?? 0,
    ]);
    return holdsFinding(asked, evidence, { kind: 'schedule', body: { steps } });
  }
  const because = ['the steps are one run that gets stuck; the effects in the witness show that every run does'];
  const witness = { steps: stuckRun(forest, tree), details: answer.certificate.body };
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
    steps.push(stepOf(forest, tree, node, thread, 0, started));
    thread = 0;
  }
  return steps;
}
