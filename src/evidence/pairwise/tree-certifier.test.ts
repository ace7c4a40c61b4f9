import { describe, expect, it } from 'vitest';
import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { fullScale } from '../../base/testing/sample-scale.js';
import type { Model } from '../../model/model.js';
import { labelsOfTree, type TreeForest } from '../../model/trees/action-tree.js';
import { parseForest } from '../../model/trees/parse.js';
import { printTree } from '../../model/trees/print.js';
import { countSteps, sourceOfTree } from '../../model/trees/step.js';
import { reachableConfigurations, reachesPair } from '../../model/trees/testing/interleaving-oracle.js';
import { randomProfile, randomTree } from '../../model/trees/testing/random-tree.js';
import { unlimitedWork } from '../certifier.js';
import { outcomeOf } from '../testing/outcome-of.js';
import { certifyNodes, treeCertifier } from './tree-certifier.js';

const cases = 250 * fullScale;

function forestOf(text: string): TreeForest {
  const source = new SourceText('t.tree', text);
  return { kind: 'trees', source, trees: parseForest(source).trees };
}

function pair(first: string, second: string, tree = 1) {
  return { kind: 'pairwise' as const, labels: [first, second], tree };
}

describe('effects that are derived again', () => {
  it('accept exactly the pairs that no interleaving shows', () => {
    const seen = { accepted: 0, rejected: 0 };
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const tree = randomTree(rng, randomProfile(rng, seed % 3 > 0));
      const forest = forestOf(printTree(tree));
      const labels = [...labelsOfTree(tree)];
      for (const first of labels)
        for (const second of labels) {
          const expected = reachesPair(tree, first, second) ? 'rejected' : 'accepted';
          expect(outcomeOf(treeCertifier, forest, pair(first, second)), `${first} ${second} ${printTree(tree)}`).toBe(
            expected,
          );
          seen[expected]++;
        }
    }
    expect(Math.min(seen.accepted, seen.rejected)).toBeGreaterThan(cases / 4);
  });

  it('know that locks kept crosswise exclude each other, and that a lock given back is not a lock kept', () => {
    const crossed = forestOf('sp(acq_1(acq_2(rel_2(label_1))), acq_2(acq_1(rel_1(label_2))))');
    expect(outcomeOf(treeCertifier, crossed, pair('label_1', 'label_2'))).toBe('accepted');
    const givenBack = forestOf('sp(acq_1(label_2), br(acq_1(label_1), acq_1(rel_1(label_1))))');
    expect(outcomeOf(treeCertifier, givenBack, pair('label_1', 'label_2'))).toBe('rejected');
  });

  it('know exactly the trees that no schedule runs to their end', () => {
    let stuck = 0;
    for (let seed = 1; seed <= cases; seed++) {
      const rng = new Rng(seed);
      const tree = randomTree(rng, randomProfile(rng, true));
      const source = sourceOfTree(tree);
      const finishes = [...reachableConfigurations(tree)].some((reached) =>
        reached.threads.every(
          ({ node }, id) => countSteps(source, reached, id) === 0 && tree.nodes[node]!.children.length === 0,
        ),
      );
      const outcome = certifyNodes(tree.nodes, { kind: 'complete' }, unlimitedWork());
      expect(outcome.kind, printTree(tree)).toBe(finishes ? 'rejected' : 'accepted');
      if (!finishes) stuck++;
    }
    expect(stuck).toBeGreaterThan(5);
  });

  it('are not trusted where locks are not given back as they were taken', () => {
    // What gives back lock 1 would stand for what does not, although no thread can.
    const hidden = forestOf('br(rel_1(sp(label_1, label_2)), sp(label_1, label_2))');
    expect(outcomeOf(treeCertifier, hidden, pair('label_1', 'label_2'))).toBe('not-certified');
    const crossed = forestOf('acq_1(acq_2(rel_1(rel_2(sp(label_1, label_2)))))');
    expect(outcomeOf(treeCertifier, crossed, pair('label_1', 'label_2'))).toBe('not-certified');
  });

  it('say nothing about labels that are not there, and reject what is no pair of a tree', () => {
    const forest = forestOf('sp(label_1, $)');
    expect(outcomeOf(treeCertifier, forest, pair('label_1', 'label_9'))).toBe('not-certified');
    expect(outcomeOf(treeCertifier, forest, pair('label_1', 'label_1', 7))).toBe('rejected');
    expect(outcomeOf(treeCertifier, forest, { kind: 'race', variable: 'x' })).toBe('rejected');
    expect(outcomeOf(treeCertifier, { kind: 'petri' } as Model, pair('label_1', 'label_1'))).toBe('rejected');
  });

  it('give up when the work is spent', () => {
    const forest = forestOf('sp(acq_1(label_1(rel_1($))), acq_1(label_1(rel_1($))))');
    const certificate = { kind: 'effects/2' as const, body: {} };
    expect(outcomeOf(treeCertifier, forest, pair('label_1', 'label_1'), certificate)).toBe('accepted');
    expect(outcomeOf(treeCertifier, forest, pair('label_1', 'label_1'), certificate, undefined, { left: 5 })).toBe(
      'not-certified',
    );
  });
});
