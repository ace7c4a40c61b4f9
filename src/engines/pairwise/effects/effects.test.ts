import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { SourceText } from '../../../base/source-text.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { type EffectRules, effectRules } from '../../../logic/effect-algebra/index.js';
import type { ActionTree } from '../../../model/trees/action-tree.js';
import { pairQuestion, schedulabilityQuestion } from '../../../model/trees/effect-question.js';
import { printTree } from '../../../model/trees/print.js';
import { readForest } from '../../../model/trees/reader.js';
import { countSteps, initialConfiguration, showsPair, sourceOfTree, step } from '../../../model/trees/step.js';
import { isSchedulable, reachesPair } from '../../../model/trees/testing/interleaving-oracle.js';
import { randomProfile, randomTree } from '../../../model/trees/testing/random-tree.js';
import type { ThreadGraph } from '../../../model/trees/thread-graph.js';
import { translateTreeToThreadGraph } from '../../../translate/graphs/tree-to-thread-graph.js';
import { buildRunTree } from '../run-tree.js';
import { scheduleRun } from '../schedule.js';
import { acceptingDerivation } from '../testing/answers.js';
import { withCall, withCalls } from '../testing/with-calls.js';
import type { Derivation } from './effect-sets.js';

const cases = 5000 * sampleScale;

function treeOf(text: string): ActionTree {
  const { model, diagnostics } = readForest(new SourceText('test.tree', text));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return model!.trees[0]!;
}

function pairAnswer(tree: ActionTree, first: string, second: string): boolean {
  return reachesIn(translateTreeToThreadGraph(tree), [first, second]);
}

function schedulableAnswer(tree: ActionTree): boolean {
  return acceptingDerivation(translateTreeToThreadGraph(tree), schedulabilityQuestion) !== undefined;
}

function* randomTrees(count: number): Generator<{ tree: ActionTree; pair: readonly [string, string]; seed: number }> {
  for (let seed = 0; seed < count; seed++) {
    const rng = new Rng(seed);
    const tree = randomTree(rng, randomProfile(rng, seed % 2 === 0));
    yield { tree, pair: rng.chance(0.5) ? ['label_1', 'label_2'] : ['label_1', 'label_1'], seed };
  }
}

describe('effects of finite trees', () => {
  it('agrees with explicit interleaving on random trees', () => {
    let reached = 0;
    for (const { tree, pair } of randomTrees(cases)) {
      const expected = reachesPair(tree, ...pair);
      if (expected) reached++;
      expect(pairAnswer(tree, ...pair), `${printTree(tree)} ${pair}`).toBe(expected);
      expect(schedulableAnswer(tree), printTree(tree)).toBe(isSchedulable(tree));
    }
    expect(reached).toBeGreaterThan(cases / 20);
  });

  it('builds a schedule that replays for every pair it finds', () => {
    for (const { tree, pair } of randomTrees(cases)) {
      const graph = translateTreeToThreadGraph(tree);
      const accepting = acceptingDerivation(graph, pairQuestion(new Set([pair[0]]), new Set([pair[1]])));
      if (accepting) expect(replays(tree, graph, accepting, pair), printTree(tree)).toBe(true);
    }
  });

  it.each([
    ['acq_1(sp(label_1, acq_2(label_2)))', true],
    ['sp(acq_1(acq_2(rel_2(label_1))), acq_2(acq_1(rel_1(label_2))))', false],
    ['acq_3(sp(jo(sp(rel_3(label_2($)),jo(acq_2(rel_2(jo(label_1(bot))))))),sp(jo($),jo(acq_3(rel_3($))))))', false],
    ['acq_3(acq_2(sp(rel_2(jo(rel_3(label_1($)))),sp($,acq_3(sp(rel_3($),label_2(bot)))))))', true],
    ['sp(jo(sp(label_2,acq_3(label_1))),acq_2(rel_2(sp(acq_3(rel_3(jo($))),label_1($)))))', true],
  ])('decides %s: %s', (text, expected) => {
    expect(pairAnswer(treeOf(text), 'label_1', 'label_2')).toBe(expected);
    expect(reachesPair(treeOf(text), 'label_1', 'label_2')).toBe(expected);
  });

  it('says that the tree of figure 1 is not schedulable, and that the one of footnote 6 is', () => {
    expect(schedulableAnswer(treeOf('acq_1(sp(jo(rel_1($)), acq_1(rel_1($))))'))).toBe(false);
    const footnote6 = 'sp(acq_1(acq_2(rel_2(rel_1($)))), acq_2(acq_1(rel_1(rel_2($)))))';
    expect(schedulableAnswer(treeOf(footnote6))).toBe(true);
  });

  it('has no limit on the length of a thread', () => {
    const long = `${'acq_1(rel_1('.repeat(20_000)}label_1${'))'.repeat(20_000)}`;
    expect(pairAnswer(treeOf(`sp(${long}, label_2)`), 'label_1', 'label_2')).toBe(true);
  });
});

describe('effects of graphs with procedures', () => {
  it('agrees with explicit interleaving on random trees cut into procedures', () => {
    for (const { tree, pair, seed } of randomTrees(cases)) {
      const graph = withCalls(new Rng(seed), translateTreeToThreadGraph(tree), 3);
      expect(reachesIn(graph, pair), `${seed}: ${printTree(tree)} ${pair}`).toBe(reachesPair(tree, ...pair));
    }
  });
});

const after = 'sp(label_1, label_2)';
const user = 'acq_1(rel_1($))';
const heldAtJoin = `acq_1(sp(jo(rel_1(${after})), ${user}))`;
const grandchild = `acq_1(sp(jo(rel_1(${after})), sp(jo($), ${user})))`;
const releasedBeforeSpawn = `acq_1(rel_1(sp(jo(${after}), ${user})))`;
const releasedAfterSpawn = `acq_1(sp(rel_1(jo(${after})), ${user}))`;

/** A tree that shows the rule; where procedures matter, which nodes (in preorder) call what lies before which others. */
const needed: Record<keyof EffectRules, readonly [tree: string, ...calls: (readonly [number, number])[]]> = {
  joinedChildMustEnd: [`sp(jo(${after}), bot)`],
  joinedChildNeedsLocks: [heldAtJoin],
  joinedGrandchildCounts: [grandchild],
  unjoinedGrandchildDoesNotCount: ['acq_1(sp(jo(rel_1(label_1)), sp($, acq_1(rel_1(label_2)))))'],
  releaseBeforeJoinFreesLocks: [releasedAfterSpawn],
  releaseFreesEarlierSpawns: [releasedBeforeSpawn],
  finalAcquiredOnce: ['sp(acq_1(label_1), acq_1(label_2))'],
  finalLockNotNeededBelow: ['acq_1(sp(label_1, acq_1(rel_1(label_2))))'],
  finalOrderIsAcyclic: ['sp(acq_1(acq_2(rel_2(label_1))), acq_2(acq_1(rel_1(label_2))))'],
  usageRespectsForbidden: [heldAtJoin],
  pendingChildMustEnd: [`sp(jo(${after}), bot)`, [0, 1]],
  pendingChildNeedsLocks: [heldAtJoin, [1, 2]],
  pendingChildCounts: [grandchild, [7, 8]],
  pendingOutlivesReturn: [`acq_1(sp(acq_2(rel_2(jo(rel_1(${after})))), ${user}))`, [1, 2], [1, 4]],
  laterReleaseFreesPending: [releasedAfterSpawn, [1, 2], [1, 3]],
  pathReleaseFreesForbidden: [releasedBeforeSpawn, [1, 2]],
  pathReleaseFreesPending: [releasedBeforeSpawn, [1, 2], [1, 3]],
  pathReleaseComesFirst: [releasedAfterSpawn, [2, 3]],
};

describe('every rule of the algebra is needed', () => {
  it.each(Object.entries(needed))(
    'without %s the answer differs from explicit interleaving',
    (rule, [text, ...calls]) => {
      const tree = treeOf(text);
      const plain = translateTreeToThreadGraph(tree);
      const graph = calls.reduce((cut, [first, end]) => withCall(cut, first, end), plain);
      const expected = reachesPair(tree, 'label_1', 'label_2');
      expect(reachesIn(graph, ['label_1', 'label_2'])).toBe(expected);
      expect(reachesIn(graph, ['label_1', 'label_2'], { ...effectRules, [rule]: false })).toBe(!expected);
    },
  );
});

function reachesIn(graph: ThreadGraph, [first, second]: readonly [string, string], rules?: EffectRules): boolean {
  return acceptingDerivation(graph, pairQuestion(new Set([first]), new Set([second])), rules) !== undefined;
}

function replays(
  tree: ActionTree,
  graph: ThreadGraph,
  accepting: Derivation,
  [first, second]: readonly [string, string],
): boolean {
  const run = buildRunTree(accepting, 1e6)!;
  const source = sourceOfTree(tree);
  let configuration = initialConfiguration(source);
  for (const { thread, runNode } of scheduleRun(graph, run).steps) {
    const choice = run[runNode]!.choice ?? 0;
    if (configuration.threads[thread]!.node !== run[runNode]!.node) return false;
    if (countSteps(source, configuration, thread) <= choice) return false;
    configuration = step(source, configuration, thread, choice);
  }
  return showsPair(source, configuration, first, second);
}
