import { describe, expect, it } from 'vitest';
import { Rng } from '../../../base/rng.js';
import { SourceText } from '../../../base/source-text.js';
import { sampleScale } from '../../../base/testing/sample-scale.js';
import { acceptsTree, automatonOfTable, memoizeAutomaton } from '../../../logic/tree-automata/index.js';
import { schemeReader } from '../../../model/schemes/reader.js';
import type { ActionTree } from '../../../model/trees/action-tree.js';
import { cropTree, joinForest } from '../../../model/trees/crop.js';
import { printTree } from '../../../model/trees/print.js';
import { readForest } from '../../../model/trees/reader.js';
import { reachesPair } from '../../../model/trees/testing/interleaving-oracle.js';
import { randomProfile, randomTree } from '../../../model/trees/testing/random-tree.js';
import { rankedTreeOf } from './alphabet.js';
import { buildExactAutomaton } from './exact-automaton.js';
import { buildPaperAutomaton } from './paper-automaton.js';
import { printAta } from './print-ata.js';

const cases = 60 * sampleScale;
const pairs: readonly (readonly [number, number])[] = [
  [1, 2],
  [1, 1],
];

function treeOf(text: string): ActionTree {
  return readForest(new SourceText('test.tree', text)).model!.trees[0]!;
}

describe('the exact automaton', () => {
  it('agrees with explicit interleaving on random trees', () => {
    const automata = new Map([1, 2, 3].map((locks) => [locks, pairs.map((pair) => exactFor(locks, pair))]));
    for (let seed = 0; seed < cases; seed++) {
      const rng = new Rng(seed);
      const profile = randomProfile(rng, seed % 2 === 0);
      const tree = randomTree(rng, profile);
      pairs.forEach(([a, b], i) => {
        const found = acceptsTree(automata.get(profile.locks)![i]!, rankedTreeOf(tree));
        expect(found, printTree(tree)).toBe(reachesPair(tree, `label_${a}`, `label_${b}`));
      });
    }
  });

  it('keeps its answers when it is written out and read again', () => {
    const printed = finish(printAta({ locks: 1, labels: 2, pairs: [[1, 2]], style: 'exact' }));
    const scheme = `%BEGING\nS -> term.\n%ENDG\n${printed.ok ? printed.value : ''}`;
    const { model } = schemeReader.read(new SourceText('a.hrs', scheme), { find: () => undefined });
    if (model?.kind !== 'scheme' || !model.automaton) throw new Error('not read');
    const safe = automatonOfTable(model.automaton);
    const unsafe = 'acq_1(sp(label_1(rel_1($)), label_2($)))';
    const exclusive = 'sp(acq_1(label_1(rel_1($))), acq_1(label_2(rel_1($))))';
    expect(acceptsTree(safe, rankedTreeOf(treeOf(unsafe)))).toBe(false);
    expect(acceptsTree(safe, rankedTreeOf(treeOf(exclusive)))).toBe(true);
  });
});

function exactFor(locks: number, pair: readonly [number, number]) {
  return memoizeAutomaton(buildExactAutomaton({ locks, labels: 2, pairs: [pair] }));
}

describe('the corrected automaton of the paper', () => {
  it('agrees with explicit interleaving on the cropped forests of random trees', () => {
    let compared = 0;
    for (let seed = 0; seed < cases; seed++) {
      const rng = new Rng(seed);
      const profile = { ...randomProfile(rng, seed % 2 === 0), maximalNodes: rng.between(6, 16) };
      const tree = randomTree(rng, profile);
      const [a, b] = rng.pick(pairs);
      const forest = cropTree(tree, new Set([`label_${a}`, `label_${b}`]), 400);
      if (!forest) continue;
      compared++;
      const automaton = buildPaperAutomaton({ locks: profile.locks, labels: 2, pairs: [[a, b]] });
      const safe = acceptsTree(automaton, rankedTreeOf(joinForest(forest)));
      expect(safe, printTree(tree)).toBe(!reachesPair(tree, `label_${a}`, `label_${b}`));
    }
    expect(compared).toBeGreaterThan(cases / 2);
  });

  it.each([
    ['acq_1(sp(label_1, acq_2(label_2)))', false],
    ['sp(acq_1(acq_2(rel_2(label_1))), acq_2(acq_1(rel_1(label_2))))', true],
  ])('repairs the printed one on %s', (text, safe) => {
    const automaton = buildPaperAutomaton({ locks: 2, labels: 2, pairs: [[1, 2]] });
    expect(acceptsTree(automaton, rankedTreeOf(treeOf(text)))).toBe(safe);
  });
});

function finish(printing: ReturnType<typeof printAta>) {
  for (let event = printing.next(); ; event = printing.next()) if (event.done) return event.value;
}

describe('heddle ata', () => {
  it('stops when it is told to', () => {
    const printing = printAta({ locks: 3, labels: 2, pairs: [[1, 2]], style: 'exact' });
    expect(printing.next().value).toMatchObject({ kind: 'progress', text: 'states' });
    const { value } = printing.next({ scope: 'run', message: 'time limit of 1 s reached' });
    expect(value).toMatchObject({ ok: false, error: [{ code: 'HD0012', message: 'time limit of 1 s reached' }] });
  });

  it('prints the transitions in the form of appendix B', () => {
    const printed = finish(printAta({ locks: 1, labels: 2, pairs: [[1, 2]], style: 'paper' }));
    if (!printed.ok) throw new Error('not printed');
    const lines = printed.value.split('\n');
    expect(lines[0]).toMatch(/^\/\* paper style, 1 lock\(s\), 2 label\(s\), pairs \(1, 2\): \d+ states/);
    expect(lines).toContain('q0 br -> ((1, q0) /\\ (2, q0)).');
    expect(lines).toContain('qa1_lock1 sp -> ((1, qa1_lock1) \\/ (2, qr1_lock1)).');
  });

  it('refuses pairs of labels that do not exist', () => {
    const printed = finish(printAta({ locks: 1, labels: 1, pairs: [[1, 2]], style: 'exact' }));
    expect(printed.ok ? [] : printed.error.map(({ code }) => code)).toEqual(['HD0006']);
  });
});
